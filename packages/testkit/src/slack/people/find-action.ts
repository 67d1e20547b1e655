import type { AnyBlock } from "@slack/types";
import { fieldOf, isFields, listOf, textOf } from "../read.ts";

/** An element that a person can use, and the block that it is in. */
export interface FoundAction {
  readonly blockId: string;
  readonly element: Readonly<Record<string, unknown>>;
}

/**
 * Finds the element of that `action_id` in blocks.
 * @throws Error when there is none.
 */
export function findAction(blocks: readonly AnyBlock[], actionId: string): FoundAction {
  for (const [index, block] of blocks.entries()) {
    const elements = [...listOf(fieldOf(block, "elements")), fieldOf(block, "accessory"), fieldOf(block, "element")];
    for (const element of elements) {
      if (isFields(element) && element["action_id"] === actionId) {
        return { blockId: textOf(fieldOf(block, "block_id")) ?? `block-${index}`, element };
      }
    }
  }
  throw new Error(`The message has nothing with the action_id "${actionId}".`);
}
