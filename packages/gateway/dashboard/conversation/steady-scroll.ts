/** How near the end counts as at the end, in pixels. */
const nearEnd = 80;

/** What a hand does to a pane that it scrolls. */
const gestures = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** How long after a gesture a move may come of it, in milliseconds: browsers scroll smoothly. */
const gestureMilliseconds = 1_000;

/** What stood where. */
interface Place {
  readonly element: Element;
  /** In pixels below the upper edge of the pane. */
  readonly top: number;
}

/** What is read in a pane: its end, or what is to stay where it is: a row, and a block for when that is not drawn. */
type Anchor = "end" | readonly Place[];

/**
 * Keeps what is read in a pane where it is, whatever grows or comes above and below it: its end while somebody reads
 * there, else the row at the upper edge. Browsers do it by themselves in part and not all of them, so they are told not to.
 */
export class SteadyScroll {
  readonly #pane: HTMLElement;
  readonly #onMove: (pane: HTMLElement) => void;
  readonly #observer: ResizeObserver;
  #anchor: Anchor = "end";
  /** When somebody's hand was at it last, in milliseconds of `performance.now`. */
  #touched = -gestureMilliseconds;
  /** How it stood when it was looked at last, in pixels. */
  #seen = { top: 0, height: 0 };

  /** @param onMove is told of every move, also of the pane's own. */
  constructor(pane: HTMLElement, content: Element, onMove: (pane: HTMLElement) => void) {
    this.#pane = pane;
    this.#onMove = onMove;
    // Before the browser draws the frame in which something grew.
    this.#observer = new ResizeObserver(() => this.restore());
    this.#observer.observe(pane);
    this.#observer.observe(content);
    pane.addEventListener("scroll", this.#note, { passive: true });
    for (const gesture of gestures) pane.addEventListener(gesture, this.#touch, { passive: true });
    this.restore();
  }

  get isAtEnd(): boolean {
    return this.#anchor === "end";
  }

  /** What stands at the upper edge; undefined at the end. */
  get row(): Element | undefined {
    return this.#kept()?.element;
  }

  /** Goes to the end and stays there. */
  toEnd(): void {
    this.#anchor = "end";
    this.restore();
  }

  /** Has what is read at its place again. */
  restore(): void {
    const pane = this.#pane;
    const kept = this.#kept();
    if (this.#anchor === "end") pane.scrollTop = pane.scrollHeight;
    else if (kept !== undefined) {
      pane.scrollTop += this.#topOf(kept.element) - kept.top;
      // Rows may have been drawn since that were not there when somebody scrolled.
      this.#anchor = this.#look();
    }
    this.#settle();
  }

  /** Watches nothing any more. */
  close(): void {
    this.#observer.disconnect();
    this.#pane.removeEventListener("scroll", this.#note);
    for (const gesture of gestures) this.#pane.removeEventListener(gesture, this.#touch);
  }

  readonly #touch = (): void => {
    this.#touched = performance.now();
  };

  readonly #note = (): void => {
    const pane = this.#pane;
    if (this.#hasGrownFirst()) return this.restore();
    const isAtEnd = pane.scrollHeight - pane.scrollTop - pane.clientHeight < nearEnd;
    this.#anchor = isAtEnd ? "end" : this.#look();
    this.#settle();
  };

  /**
   * Whether something grew since it was looked at last, and the observer has not told of it: browsers tell of a scroll
   * first. What is read is then where it was, less what somebody scrolled since; not what stands there by now.
   */
  #hasGrownFirst(): boolean {
    const { scrollHeight, scrollTop } = this.#pane;
    const moved = scrollTop - this.#seen.top;
    if (scrollHeight === this.#seen.height) return false;
    // Upwards from the end goes whoever wants to; without a hand it was what became smaller and grew again.
    const isMeant = performance.now() - this.#touched < gestureMilliseconds;
    if (this.#anchor === "end" && moved < 0 && isMeant) return false;
    if (this.#anchor !== "end") {
      this.#anchor = this.#anchor.map(({ element, top }) => ({ element, top: top - moved }));
    }
    return true;
  }

  #settle(): void {
    const { scrollTop: top, scrollHeight: height } = this.#pane;
    this.#seen = { top, height };
    this.#onMove(this.#pane);
  }

  #kept(): Place | undefined {
    return this.#anchor === "end" ? undefined : this.#anchor.find(({ element }) => element.isConnected);
  }

  /** A row goes before the block at the edge where that is not drawn yet: it will be of another height. */
  #look(): readonly Place[] {
    const pane = this.#pane;
    const places = [this.#atEdge(pane.querySelectorAll(".entry-row")), this.#atEdge(pane.querySelectorAll(".block"))]
      .filter((each) => each !== undefined)
      .map((element) => ({ element, top: this.#topOf(element) }));
    return places.filter(({ top }) => top < pane.clientHeight);
  }

  /** The first of these that reaches below the upper edge: halved each time, since they stand one below the other. */
  #atEdge(elements: NodeListOf<Element>): Element | undefined {
    const edge = this.#pane.getBoundingClientRect().top;
    let [first, end] = [0, elements.length];
    while (first < end) {
      const middle = (first + end) >> 1;
      if ((elements[middle]?.getBoundingClientRect().bottom ?? edge) > edge) end = middle;
      else first = middle + 1;
    }
    return elements[first];
  }

  #topOf(element: Element): number {
    return element.getBoundingClientRect().top - this.#pane.getBoundingClientRect().top;
  }
}
