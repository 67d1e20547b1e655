import { createBot } from "@keyturn/core";
import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";
import { createGateway } from "../src/index.ts";
import type { TestAnswer, TestRequest } from "./exchange.ts";

const token = "a-token-of-no-use";

/** Paths are resolved like the server does, so that `/a/./b` is `/a/b`. */
const base = "http://127.0.0.1";

const documentForm = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        responses: z.record(z.string(), z.looseObject({ content: z.record(z.string(), z.unknown()).optional() })),
      }),
    ),
  ),
});

/** Answers that are given before there is a route: the HTTP parser's own. */
const beforeRoutes: ReadonlySet<number> = new Set([431]);

/** Checks answers by the API's own description of itself: that they are documented, and have the form that it says. */
export class AnswerCheck {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  readonly #paths: z.infer<typeof documentForm>["paths"];

  /** @param document an OpenAPI 3.1 document. */
  constructor(document: object) {
    this.#paths = documentForm.parse(document).paths;
    this.#ajv.addSchema(document, "api");
  }

  /** @throws Error that says in which way an answer is not as its route documents it; others are passed over. */
  check({ method = "GET", path }: TestRequest, answer: TestAnswer): void {
    const target = URL.canParse(path, base) ? new URL(path, base).pathname : path;
    const template = Object.keys(this.#paths).find((candidate) => matches(candidate, target));
    const name = (method === "HEAD" ? "GET" : method).toLowerCase();
    const responses = template === undefined ? undefined : this.#paths[template]?.[name]?.responses;
    if (template === undefined || responses === undefined || beforeRoutes.has(answer.status)) return;
    const what = `${method} ${template} answered ${answer.status}`;
    const response = responses[String(answer.status)] ?? responses["default"];
    if (response === undefined) throw new Error(`${what}, which is not documented: ${answer.text.slice(0, 500)}`);
    // Where the answer is an adapter's own, nothing is said of its form.
    if (response === responses["default"]) return;
    const mediaType = answer.headers["content-type"]?.split(";")[0] ?? "";
    if (method === "HEAD" || (response.content === undefined && answer.text === "")) return;
    if (response.content?.["*/*"] !== undefined) return;
    if (response.content?.[mediaType] === undefined)
      throw new Error(`${what} as ${mediaType}, which is not documented.`);
    if (!/[/+]json$/.test(mediaType)) return;
    const place = ["paths", template, name, "responses", String(answer.status), "content", mediaType, "schema"];
    const pointer = place.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).map(encodeURIComponent);
    const validate = this.#ajv.getSchema(`api#/${pointer.join("/")}`);
    if (validate === undefined) throw new Error(`${what}, which has no form.`);
    if (validate(answer.json()) === true) return;
    throw new Error(`${what} in another form: ${this.#ajv.errorsText(validate.errors)}: ${answer.text.slice(0, 500)}`);
  }
}

let opened: Promise<AnswerCheck> | undefined;

/** The check by the description that a gateway gives of itself; made once. */
export function openAnswerCheck(): Promise<AnswerCheck> {
  opened ??= readDocument().then((document) => new AnswerCheck(document));
  return opened;
}

async function readDocument(): Promise<object> {
  const bot = await createBot();
  const gateway = createGateway({ bot, token });
  try {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await gateway.fetch(new Request("http://127.0.0.1/openapi.json", { headers }));
    return z.looseObject({}).parse(await response.json());
  } finally {
    await gateway.close();
    await bot.stop();
  }
}

function matches(template: string, path: string): boolean {
  const parts = template.split("/");
  const segments = path.split("/");
  return (
    parts.length === segments.length && parts.every((part, index) => part.startsWith("{") || part === segments[index])
  );
}
