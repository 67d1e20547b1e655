import { Component, type ReactNode } from "react";
import { useWords } from "../text/words.ts";

interface NetProps {
  readonly children: ReactNode;
}

/**
 * Catches what goes wrong while its children are drawn, a part of the page that cannot be loaded included, and says so in
 * their place: the rest of the page stays. Give it a key to try again with something else.
 */
export class Net extends Component<NetProps, { readonly hasFallen: boolean }> {
  static getDerivedStateFromError(): { readonly hasFallen: boolean } {
    return { hasFallen: true };
  }

  override state = { hasFallen: false };

  override render(): ReactNode {
    return this.state.hasFallen ? <Fallen /> : this.props.children;
  }
}

function Fallen() {
  const t = useWords();
  return (
    <div className="state" role="alert">
      <p>{t.unforeseen}</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        {t.reload}
      </button>
    </div>
  );
}
