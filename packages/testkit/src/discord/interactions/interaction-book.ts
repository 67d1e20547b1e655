import { randomBytes } from "node:crypto";
import { ApiError } from "../rest/api-error.ts";
import type { World } from "../world/world.ts";
import { Interaction, acknowledgementLimit, tokenLifetime } from "./interaction.ts";

/** Every interaction, by id and token, and the clock that runs for each. */
export class InteractionBook {
  /** Every interaction there was, in order. */
  readonly all: Interaction[] = [];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Begins an interaction: from now on the application has 3 s. */
  begin(of: Pick<Interaction, "type" | "bot" | "person" | "channel" | "name" | "source">): Interaction {
    const { clock, snowflakes, notices } = this.#world;
    const interaction = new Interaction({
      ...of,
      id: snowflakes.next(),
      token: randomBytes(48).toString("base64url"),
      createdAt: clock.now(),
    });
    this.all.push(interaction);
    clock.startTimer(acknowledgementLimit, () => {
      if (interaction.acknowledgement !== undefined) return;
      interaction.isFailed = true;
      notices.tell(`interaction ${interaction.name} failed`);
    });
    return interaction;
  }

  /** For the first answer. @throws ApiError 10062 when it is unknown or 3 s old, 40060 when it was acknowledged. */
  forCallback(id: string, token: string): Interaction {
    const interaction = this.all.find((one) => one.id === id && one.token === token);
    if (interaction === undefined) throw new ApiError("unknownInteraction");
    if (interaction.acknowledgement !== undefined) throw new ApiError("alreadyAcknowledged");
    if (interaction.isFailed || this.#ageOf(interaction) >= acknowledgementLimit)
      throw new ApiError("unknownInteraction");
    return interaction;
  }

  /** For what comes after the first answer. @throws ApiError 10015 when it is unknown, 50027 when it is 15 min old. */
  forFollowUp(applicationId: string, token: string): Interaction {
    const interaction = this.all.find((one) => one.bot.id === applicationId && one.token === token);
    if (interaction === undefined || interaction.acknowledgement === undefined) throw new ApiError("unknownWebhook");
    if (this.#ageOf(interaction) >= tokenLifetime) throw new ApiError("invalidToken");
    return interaction;
  }

  #ageOf({ createdAt }: Interaction): number {
    return this.#world.clock.now() - createdAt;
  }
}
