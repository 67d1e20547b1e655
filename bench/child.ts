/** The process of one probe: gets it ready, measures as often as it is asked to, and ends with the process that asked. */
import type { PreparedProbe, Probe, ProbeReply, ProbeRequest } from "./harness/probe.ts";
import { probes } from "./probes.ts";

let prepared: PreparedProbe<unknown> | undefined;

process.on("disconnect", () => process.exit());
process.on("message", (message) => {
  void answer(parseRequest(message)).then((reply) => process.send?.(reply));
});

async function answer(request: ProbeRequest): Promise<ProbeReply<unknown>> {
  try {
    return { kind: "done", result: await carryOut(request) };
  } catch (error) {
    return { kind: "failed", reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function carryOut(request: ProbeRequest): Promise<unknown> {
  if (request.kind === "prepare") {
    const loaders: Readonly<Record<string, () => Promise<Probe<unknown, unknown>>>> = probes;
    const probe = await loaders[request.probe]?.();
    prepared = await probe?.prepare(request.parameters);
    return undefined;
  }
  if (prepared === undefined) throw new Error("The probe was not prepared.");
  return request.kind === "run" ? prepared.run() : prepared.close();
}

function parseRequest(message: unknown): ProbeRequest {
  return message as ProbeRequest;
}
