/** How far beyond the edges of a pane counts as near, in pixels. */
const margin = 600;

/** Told whether its element is near, and how high it is, in pixels. */
type NearListener = (isNear: boolean, height: number) => void;

/**
 * Tells elements of a pane whether they are near to what is seen. While somebody passes more than a screen with each
 * frame, nothing new counts as near: it would be drawn and gone before anybody saw it. It does with the frame after.
 */
class NearWatch {
  readonly #pane: Element;
  readonly #observer: IntersectionObserver;
  readonly #listeners = new Map<Element, NearListener>();
  /** Passed by, with their heights. */
  readonly #passed = new Map<Element, number>();
  #top: number;
  #isFast = false;
  #frame = 0;

  constructor(pane: Element) {
    this.#pane = pane;
    this.#top = pane.scrollTop;
    this.#observer = new IntersectionObserver((moves) => this.#take(moves), {
      root: pane,
      rootMargin: `${margin}px 0px`,
    });
    pane.addEventListener("scroll", () => this.#note(), { passive: true });
  }

  watch(element: Element, listener: NearListener): () => void {
    this.#listeners.set(element, listener);
    this.#observer.observe(element);
    return () => {
      this.#observer.unobserve(element);
      this.#listeners.delete(element);
      this.#passed.delete(element);
    };
  }

  /** An element may have come and gone since the last time: all of it is told, in order. */
  #take(moves: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, boundingClientRect } of moves) {
      const { height } = boundingClientRect;
      if (isIntersecting && this.#isFast) this.#passed.set(target, height);
      else {
        this.#passed.delete(target);
        this.#listeners.get(target)?.(isIntersecting, height);
      }
    }
  }

  #note(): void {
    const { scrollTop, clientHeight } = this.#pane;
    this.#isFast = Math.abs(scrollTop - this.#top) > clientHeight;
    this.#top = scrollTop;
    cancelAnimationFrame(this.#frame);
    // A frame that comes without another move before it.
    if (this.#isFast)
      this.#frame = requestAnimationFrame(() => (this.#frame = requestAnimationFrame(() => this.#rest())));
    else this.#rest();
  }

  #rest(): void {
    this.#isFast = false;
    for (const [element, height] of this.#passed) this.#listeners.get(element)?.(true, height);
    this.#passed.clear();
  }
}

const watches = new WeakMap<Element, NearWatch>();

/** Tells whether an element is near to what is seen of its transcript, from now on until what it returns is called. */
export function watchNear(element: Element, listener: NearListener): () => void {
  const pane = element.closest(".transcript");
  if (pane === null) return () => undefined;
  const watch = watches.get(pane) ?? new NearWatch(pane);
  watches.set(pane, watch);
  return watch.watch(element, listener);
}
