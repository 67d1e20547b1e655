import { randomUUID } from "node:crypto";
import { type Plugin, definePlugin } from "keyturn";

/** A chat service of one conversation: each line that comes in is a message, each piece of an answer a line that goes out. */
export function createLineChannel(lines: AsyncIterable<string>, write: (line: string) => void): Plugin {
  return definePlugin({
    name: "lines",
    version: "1.0.0",
    setup(context) {
      let isOpen = false;
      const read = async (): Promise<void> => {
        for await (const text of lines) {
          if (!isOpen) return;
          await context.receive({
            key: { adapter: "lines", account: "main", place: "terminal" },
            platformMessageId: randomUUID(),
            sender: { id: "reader" },
            text,
          });
        }
      };
      context.channel({
        name: "lines",
        assurance: "none",
        async send({ text }) {
          write(text);
          return {};
        },
        async start() {
          isOpen = true;
          read().catch((error: unknown) => context.log.error({ err: error }, "The lines could not be read."));
        },
        async stop() {
          isOpen = false;
        },
      });
    },
  });
}
