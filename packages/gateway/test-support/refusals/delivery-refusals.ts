import { unknown } from "../answers/answer-case.ts";
import type { LiveScene } from "../live-scene.ts";
import { type StrandedPiece, strand } from "../strand.ts";
import { type Refusal, anyState, holdForever, otherState, sameKey } from "./refusal.ts";

type Headers = Readonly<Record<string, string>>;
type Verb = "resend" | "dismiss";

function decide({ open }: LiveScene, verb: Verb, path: string, headers: Headers) {
  return open.ask("POST", `${path}/${verb}`, { reason: "tidy" }, headers);
}

/** Decisions about pieces that come too late, or for a state that has passed. */
export function deliveryRefusals(): readonly Refusal[] {
  return [...refusalsOf("resend"), ...refusalsOf("dismiss")];
}

function refusalsOf(verb: Verb): readonly Refusal[] {
  const route = `POST /api/v1/sessions/{id}/deliveries/{deliveryId}/${verb}`;
  let piece: StrandedPiece | undefined;
  const path = () => piece?.path ?? "";
  const given = async (scene: LiveScene) => {
    piece = await strand(scene.open);
  };
  const elsewhere = ({ idle }: LiveScene) => `/sessions/${idle}/deliveries/${piece?.deliveryId}`;
  const absent = (id: string) => `/sessions/${id}/deliveries/${unknown.delivery}`;
  return [
    {
      route,
      status: 404,
      because: "the session never was",
      ask: (scene) => decide(scene, verb, absent(unknown.session), anyState),
    },
    {
      route,
      status: 410,
      because: "the session was deleted",
      ask: (scene) => decide(scene, verb, absent(scene.deleted), anyState),
    },
    {
      route,
      status: 404,
      because: "the piece waits in another session",
      given,
      ask: (scene) => decide(scene, verb, elsewhere(scene), anyState),
    },
    {
      route,
      status: 409,
      because: "its key is being worked on",
      given: async (scene) => {
        await given(scene);
        const ask = () => decide(scene, verb, path(), { ...anyState, ...sameKey });
        await holdForever(scene.open.bot.sessions, verb, ask);
      },
      ask: (scene) => decide(scene, verb, path(), { ...anyState, ...sameKey }),
    },
    {
      route,
      status: 412,
      because: "the piece was sent since it was seen",
      given,
      ask: (scene) => decide(scene, verb, path(), otherState),
    },
    {
      route,
      status: 422,
      because: "its key came with another piece",
      given: async (scene) => {
        await given(scene);
        const other = await strand(scene.open);
        await decide(scene, "dismiss", other.path, { ...anyState, ...sameKey });
      },
      ask: (scene) => decide(scene, verb, path(), { ...anyState, ...sameKey }),
    },
    {
      route,
      status: 428,
      because: "nobody said which state",
      given,
      ask: (scene) => decide(scene, verb, path(), {}),
    },
  ];
}
