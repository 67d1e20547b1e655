import { beforeEach, describe, expect, it } from "vitest";
import { LiveView } from "./live-view.ts";

let screen: string;
let view: LiveView;

beforeEach(() => {
  screen = "";
  view = new LiveView(
    { write: (text) => void (screen += text), hasColor: false },
    { hide: () => void (screen += "<"), show: () => void (screen += ">") },
  );
});

describe("an answer", () => {
  it("grows word by word, and its kept text adds only what is new", () => {
    view.draft("r_1", 0, "Hello");
    view.draft("r_1", 5, ", Ada");
    view.piece({ runId: "r_1", text: "Hello, Ada.", kind: "answer", isLast: true });
    expect(screen).toBe("<Hello, Ada.\n>");
  });

  it("is shown once where events come again", () => {
    view.draft("r_1", 0, "Hello");
    view.draft("r_1", 0, "Hello");
    view.draft("r_1", 3, "lo, Ada");
    view.piece({ runId: "r_1", text: "Hello, Ada", kind: "answer", isLast: true });
    expect(screen).toBe("<Hello, Ada\n>");
  });

  it("waits for its end where something was missed", () => {
    view.draft("r_1", 7, "world");
    view.draft("r_1", 12, "!");
    expect(screen).toBe("");
    view.piece({ runId: "r_1", text: "Hello, world!", kind: "answer", isLast: true });
    expect(screen).toBe("<Hello, world!\n>");
  });

  it("may be kept in pieces that the draft showed as one", () => {
    view.draft("r_1", 0, "one two");
    view.piece({ runId: "r_1", text: "one ", kind: "answer", isLast: false });
    view.piece({ runId: "r_1", text: "two three", kind: "answer", isLast: true });
    expect(screen).toBe("<one two three\n>");
  });

  it("is written anew where what is kept differs from the draft", () => {
    view.draft("r_1", 0, "Hullo");
    view.piece({ runId: "r_1", text: "Hello", kind: "answer", isLast: true });
    expect(screen).toBe("<Hullo\n><Hello\n>");
  });

  it("ends where it was stopped, and is told apart from one that is tried again", () => {
    view.draft("r_1", 0, "Hel");
    view.breakOff("r_1", false);
    expect(screen).toBe("<Hel\n><(stopped)\n>");
    view.draft("r_2", 0, "Hel");
    view.breakOff("r_2", true);
    expect(screen).toContain("trying again");
  });

  it("cannot steer the terminal", () => {
    view.draft("r_1", 0, "\u001b[2J");
    view.note("\u001b]0;title\u0007", true);
    expect(screen).not.toContain("\u001b");
    expect(screen).not.toContain("\u0007");
  });
});
