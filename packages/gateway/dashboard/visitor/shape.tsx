const shapes = {
  send: "M12 19V5M6 11l6-6l6 6",
  stop: "M7 7h10v10H7z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6L6 18",
  down: "M12 5v13M6 12l6 6l6-6",
} as const;

/** An icon. It says nothing by itself: whatever holds it has a name. */
export function Shape({ name }: { readonly name: keyof typeof shapes }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
