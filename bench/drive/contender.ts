/** A chat framework as the benchmarks see it, so that each goes through the very same script. */
export interface Contender {
  /** How many answers its channel was given to send. */
  readonly answers: number;
  /** Makes ready for a conversation that has not been there yet. */
  open(conversation: number): Promise<void>;
  /** Hands one message of each of these conversations over, all at once; resolves when all of it is answered and done. */
  exchange(conversations: readonly number[]): Promise<void>;
  /** Forgets a conversation. */
  end(conversation: number): Promise<void>;
  close(): Promise<void>;
}

/** Which contender; the last keeps what was said, as ours always does. */
export type ContenderName = "ours" | "peer" | "peer with history";

/** Starts one. Loaded when used: none should have another's code in its process. */
export async function startContender(name: ContenderName): Promise<Contender> {
  if (name === "ours") return (await import("./our-contender.ts")).OurContender.start();
  return (await import("./peer-contender.ts")).PeerContender.start({ keepsHistory: name === "peer with history" });
}
