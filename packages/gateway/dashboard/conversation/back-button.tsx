import { navigate, useSearch } from "../location.ts";
import { Icon } from "../parts/icon.tsx";
import { useConversationWords } from "../text/conversation.ts";

/** On a phone: back to the list, as it was. */
export function BackButton() {
  const c = useConversationWords();
  const search = useSearch();
  return (
    <button
      type="button"
      className="button plain square only-narrow"
      aria-label={c.back}
      onClick={() => navigate(search === "" ? "/" : `/?${search}`)}
    >
      <Icon name="back" />
    </button>
  );
}
