import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { type Configuration, ConfigurationRefusedError } from "../configuration/configuration.ts";
import { holdsHostileName } from "../configuration/setting-paths.ts";
import { presentTime } from "../present/timestamp.ts";
import { Problem } from "../problems/problem.ts";
import { configurationChangeSchema, configurationPatchSchema } from "../wire/configuration.ts";
import { actorOf } from "./actor-of.ts";
import { bodyProblems, commonProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";
import { requireSettingsVersion, settingsPreconditionSchema } from "./settings-precondition.ts";
import { settingsTag } from "../present/settings.ts";

const form = createRoute({
  method: "patch",
  path: "/api/v1/config",
  summary: "Change settings while the bot runs, all that are named or none; null takes a change back",
  request: {
    headers: z.object({ "if-match": settingsPreconditionSchema.optional() }),
    body: { required: true, content: { "application/json": { schema: configurationPatchSchema } } },
  },
  responses: {
    200: {
      description: "The settings as they are now, with their new ETag",
      content: { "application/json": { schema: configurationChangeSchema } },
    },
    ...commonProblems,
    ...bodyProblems,
    412: problem("The settings are not as If-Match says; `currentEtag` tells what they are now."),
    422: problem("A setting cannot be changed while the bot runs; `errors` lists which, and what to do."),
    428: problem("There is no If-Match."),
  },
});

/** `PATCH /config` */
export const updateConfiguration: GatewayRoute = {
  operation: "config.change",
  role: "admin",
  form,
  register: (application, { clock, configuration }) => {
    application.openapi(form, async (context) => {
      const expected = requireSettingsVersion(context.req.valid("header")["if-match"]);
      const patch = readPatch(context.env.admission.body ?? "");
      const demand = { actor: actorOf(context), expected };
      const { values, sources, version, changed } = await change(configuration, patch, demand);
      const shown = { values: { ...values }, sources, version, changed, restartRequired: [] };
      return context.json({ ...shown, asOf: presentTime(clock.now()) }, 200, { ETag: settingsTag(version) });
    });
  },
};

/** The body as it came: a validated copy may have lost the very names that it is looked at for. */
function readPatch(body: string): object {
  const patch: unknown = JSON.parse(body);
  if (typeof patch !== "object" || patch === null || holdsHostileName(patch)) {
    throw new Problem(
      "REQUEST_INVALID",
      "The patch has a name in it that no setting has: __proto__, constructor or prototype.",
    );
  }
  return patch;
}

async function change(
  configuration: Configuration,
  patch: object,
  demand: Parameters<Configuration["change"]>[1],
): ReturnType<Configuration["change"]> {
  try {
    return await configuration.change(patch, demand);
  } catch (error) {
    if (error instanceof ConfigurationRefusedError) throw problemOfRefusal(error);
    throw error;
  }
}

function problemOfRefusal({ kind, settings, message }: ConfigurationRefusedError): Problem {
  const errors = settings.map(({ setting, detail }) => ({ field: `json/${setting.replaceAll(".", "/")}`, detail }));
  if (kind === "fixed") {
    const detail = `Nothing was changed, because of what cannot be changed while the bot runs: ${message}`;
    return new Problem("SETTING_FIXED", detail, { extensions: { errors } });
  }
  return new Problem("REQUEST_INVALID", `The settings are not as they may be: ${message}`, { extensions: { errors } });
}
