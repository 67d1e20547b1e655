import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerTo } from "./eliza-conversation.ts";
import { elizaRules, elizaSilences } from "./eliza-script.ts";

/** Each message with the answer to the conversation so far. */
function talk(...messages: readonly string[]): readonly string[] {
  return messages.flatMap((message, index) => [`> ${message}`, answerTo(messages.slice(0, index + 1))]);
}

describe("answerTo", () => {
  it("holds a conversation", () => {
    expect(
      talk(
        "Hello!",
        "I feel lonely since my sister moved away",
        "because she was my best friend",
        "Hm.",
        "I can't talk to my parents",
        "what do you think?",
        "I want to call her",
        "yes",
        "thank you",
        "Bye",
      ),
    ).toMatchInlineSnapshot(`
      [
        "> Hello!",
        "Hello! What would you like to talk about?",
        "> I feel lonely since my sister moved away",
        "Do you often feel lonely since your sister moved away?",
        "> because she was my best friend",
        "Is that the whole reason?",
        "> Hm.",
        "Earlier you spoke of this: lonely since your sister moved away. Has it to do with that?",
        "> I can't talk to my parents",
        "What keeps you from it? I mean, from being able to talk to your parents.",
        "> what do you think?",
        "I have more questions than opinions. What is yours?",
        "> I want to call her",
        "What draws you to it?",
        "> yes",
        "You sound sure. Tell me more.",
        "> thank you",
        "You are welcome. What else is there?",
        "> Bye",
        "Goodbye! It was good to talk with you.",
      ]
    `);
  });

  it("comes back to what was said before when nothing else fits, the oldest first", () => {
    expect(talk("I love the sea", "Hm", "Aha", "Soso").slice(-5)).toEqual([
      "Earlier you spoke of this: the sea. Has it to do with that?",
      "> Aha",
      "Please go on.",
      "> Soso",
      "What does that tell you?",
    ]);
  });

  it("notices a message that is repeated", () => {
    expect(talk("The sky is green.", "the sky  is green.").at(-1)).toBe("You said that just now. What would you add?");
  });

  it.each(["", "   ", "...", "?!", "🙂"])("waits when a message has no word in it: %j", (message) => {
    expect(answerTo([message])).toBe(elizaSilences[0]);
  });

  it("does not say the same twice when the same is meant twice", () => {
    const answers = ["I am tired", "I am so tired", "I am very tired"].map((_message, index, all) =>
      answerTo(all.slice(0, index + 1)),
    );
    expect(new Set(answers).size).toBe(3);
  });

  it("takes up no more than a short piece of a long message", () => {
    expect(answerTo([`I love ${"the sea and ".repeat(1_000)}`]).length).toBeLessThan(200);
  });

  it("puts what was said into the answer as it is, whatever signs it holds", () => {
    expect(answerTo(["I love $& and $1"])).toBe("What do you like best about $& and $1?");
  });

  it("always answers, and the same conversation always in the same way", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 8 }), (messages) => {
        const answer = answerTo(messages);
        expect(answer.trim()).not.toBe("");
        expect(answerTo(messages)).toBe(answer);
      }),
    );
  });

  it("answers a hostile message in no time", () => {
    const begin = performance.now();
    for (const message of [
      "i ".repeat(50_000),
      "my ".repeat(33_000),
      `hello${" ".repeat(90_000)}x`,
      "a".repeat(100_000),
    ]) {
      answerTo([message]);
    }
    // Generous: what it guards against is a pattern that takes minutes.
    expect(performance.now() - begin).toBeLessThan(5_000);
  });

  it("has several dozen rules, each with more than one answer", () => {
    expect(elizaRules.length).toBeGreaterThan(40);
    expect(elizaRules.filter((rule) => rule.answers.length < 3)).toEqual([]);
  });
});
