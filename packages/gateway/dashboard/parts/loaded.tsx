import { type ComponentType, useEffect, useState } from "react";

/** What begins each file that the first screen does without. */
const files: (() => void)[] = [];

/** Whether files are begun before they are needed. */
let isAhead = false;

/** Begins all of them, also those that are only named in one of them. */
export function loadFiles(): void {
  isAhead = true;
  for (const begin of files) begin();
}

/** A component of another file. */
export type LoadedComponent<Props> = ComponentType<Props> & {
  /** Begins the file before the component is drawn. */
  readonly begin: () => void;
};

/**
 * A component of a file that is loaded when it is needed, or ahead: then it is drawn at once. React's own `lazy` shows
 * what waits in its place for 300 ms, also where the file is there before (docs/decisions/0040).
 * @param load a failure is thrown where the component is drawn, and the file is asked for again the next time.
 * @param Waiting stands in its place meanwhile.
 */
export function loaded<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props> = Nothing,
): LoadedComponent<Props> {
  let Component: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const get = (): Promise<void> => {
    loading ??= load().then(
      (component) => {
        Component = component;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const begin = () => void get().catch(() => undefined);
  files.push(begin);
  if (isAhead) begin();
  function Loaded(props: Props) {
    const [end, setEnd] = useState<{ readonly error?: Error }>({});
    useEffect(() => {
      if (Component === undefined) {
        get().then(
          () => setEnd({}),
          (cause: unknown) => setEnd({ error: new Error("A part of the page could not be loaded.", { cause }) }),
        );
      }
    }, []);
    if (end.error !== undefined) throw end.error;
    return Component === undefined ? <Waiting {...props} /> : <Component {...props} />;
  }
  return Object.assign(Loaded, { begin });
}

function Nothing() {
  return null;
}
