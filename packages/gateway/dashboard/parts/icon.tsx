const shapes = {
  chats: "M4 5h16v11H9l-5 4z",
  pulse: "M3 12h4l3-8 4 16 3-8h4",
  clock: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7v5l3 2",
  chart: "M4 20V10M10 20V4M16 20v-8M21 20H3",
  list: "M4 6h16M4 12h16M4 18h10",
  key: "M8 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M12 12h9v4M17 12v3",
  terminal: "M4 6l5 6l-5 6M12 18h8",
  gear: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
  chat: "M4 12a8 7 0 1 1 4 6l-4 2z",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M15.5 15.5L20 20",
  stop: "M6 6h12v12H6z",
  reset: "M5 5v5h5M5.5 10A7.5 7.5 0 1 1 5 14",
  back: "M15 5l-7 7l7 7",
  close: "M6 6l12 12M18 6L6 18",
  more: "M5 12h1M11.5 12h1M18 12h1",
  check: "M5 12.5l4.5 4.5L19 7.5",
  alert: "M12 4l9 16H3zM12 10v4M12 17h.01",
  pin: "M9 4h6l-1 6l3 3H7l3-3zM12 13v7",
  mute: "M4 9h4l5-4v14l-5-4H4zM17 9l4 6M21 9l-4 6",
  down: "M12 5v13M6 12l6 6l6-6",
  bot: "M5 9h14v10H5zM12 9V5M9.5 13.5v1M14.5 13.5v1M2.5 13v2M21.5 13v2",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  again: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  note: "M5 4h14v10l-6 6H5zM13 20v-6h6",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  send: "M4 12l16-7l-5 15l-3-6z",
  tool: "M14 6a4 4 0 0 0 4 6l-8 8l-4-4l8-8",
  menu: "M4 7h16M4 12h16M4 17h16",
  headset: "M4 13v-1a8 8 0 0 1 16 0v1M4 13h3v6H5a1 1 0 0 1-1-1zM20 13h-3v6h2a1 1 0 0 0 1-1z",
  hash: "M9 4L7 20M17 4l-2 16M4 9h16.5M3.5 15H20",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  rows: "M4 6h16M4 10h16M4 14h16M4 18h16",
  chevron: "M7 10l5 5l5-5",
  exit: "M14 5H5v14h9M10 12h11M17 8l4 4l-4 4",
} as const;

/** A name of an icon. */
export type IconName = keyof typeof shapes;

/** An icon. It says nothing by itself: whatever holds it has a name. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
