/** Every screen that is loaded when somebody goes there: one file packs better than many. */
export { default as Access } from "./access.tsx";
export { default as Audit } from "./audit.tsx";
export { default as Health } from "./health.tsx";
export { default as Logs } from "./logs.tsx";
export { default as Schedules } from "./schedules.tsx";
export { default as Settings } from "./settings.tsx";
export { default as Trash } from "./trash.tsx";
export { default as Usage } from "./usage.tsx";
export { default as WebChat } from "./web-chat.tsx";
