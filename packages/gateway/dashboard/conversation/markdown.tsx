import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";

/** Addresses that may be followed. Everything else stays text. */
const safeScheme = /^(?:https?|mailto):/i;

/**
 * What is shown in place of what could reach out of the page: no image is loaded, wherever it lies, and a link goes to a
 * page of its own that knows nothing of this one.
 */
const components: Components = {
  a: ({ href, children }) =>
    href === undefined || !safeScheme.test(href) ? (
      <span className="no-link">{children}</span>
    ) : (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ),
  img: ({ alt, src }) => (
    <span className="no-image">🖼 {[alt, typeof src === "string" ? src : ""].filter(Boolean).join(" ")}</span>
  ),
};

/** Markdown. HTML in it is shown as the text that it is, and never becomes elements. */
const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className="markdown">
      <ReactMarkdown components={components} urlTransform={keepUrl}>
        {text}
      </ReactMarkdown>
    </div>
  );
});

export default Markdown;

/** The components above decide; they show an address that is not followed as text. */
function keepUrl(url: string): string {
  return url;
}
