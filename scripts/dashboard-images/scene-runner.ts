import type { RunContext, RunResult, TurnRunner } from "@keyturn/core";
import type { Scene, UnfinishedScene } from "./scenes.ts";

/** Plays scenes: each run is the next one that was put up; one that is unfinished never ends. */
export class SceneRunner implements TurnRunner {
  readonly #next: (Scene | UnfinishedScene)[] = [];

  /** Says what the next run is to do. */
  putUp(scene: Scene | UnfinishedScene): void {
    this.#next.push(scene);
  }

  run(_turn: unknown, context: RunContext): Promise<RunResult> {
    const scene = this.#next.shift();
    if (scene === undefined) return Promise.reject(new Error("No scene was put up."));
    const tools = (scene.tools ?? []).map((tool, index) => ({ ...tool, callId: `call-${index}` }));
    for (const { callId, name, input, isError = false, durationMilliseconds } of tools) {
      context.onToolCall({ callId, name, input });
      context.onToolResult({ callId, name, isError, durationMilliseconds });
    }
    context.onText(scene.answer);
    if ("waiting" in scene) {
      if (scene.tool !== undefined) context.onToolCall({ callId: "call-now", ...scene.tool });
      return new Promise(() => {});
    }
    return Promise.resolve({
      parts: [
        ...tools.map((tool) => ({ type: "tool" as const, isError: false, ...tool })),
        { type: "text" as const, text: scene.answer },
      ],
      usage: { inputTokens: 1_840, outputTokens: 212 },
    });
  }
}
