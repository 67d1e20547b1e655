/** What the first screen does without until somebody needs it. One file packs better than many. */
export { default as BulkBar } from "../sessions/bulk-bar.tsx";
export { default as EmptyList } from "../sessions/empty-list.tsx";
export { default as Help } from "./help.tsx";
export { default as Palette } from "./palette.tsx";
export { default as ToastCard } from "./toast-card.tsx";
