import { Fragment, type ReactNode } from "react";

/** Addresses as people write them in a sentence; what ends the sentence is no part of them. */
const address = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}*_])/gi;

/** A link to the web, in a page of its own that learns nothing of this one. */
export function SafeLink({ url, children }: { readonly url: string; readonly children: ReactNode }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** Text whose web addresses can be followed. */
export function linked(text: string): ReactNode {
  const parts = text.split(address);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <SafeLink key={index} url={part}>
        {part}
      </SafeLink>
    ),
  );
}
