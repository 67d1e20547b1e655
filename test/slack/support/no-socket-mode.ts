/** Stands where `@slack/socket-mode` does, for whoever loads this first: whatever its version does, nobody here calls it. */
import { registerHooks } from "node:module";

const source = `
  const refuse = class { constructor() { throw new Error("@slack/socket-mode is called."); } };
  module.exports = { SocketModeClient: refuse, LogLevel: {} };
`;

registerHooks({
  load(url, context, next) {
    if (!url.includes("/@slack/socket-mode/dist/")) return next(url, context);
    return { format: "commonjs", source, shortCircuit: true };
  },
});
