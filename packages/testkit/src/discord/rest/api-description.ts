import { readFileSync } from "node:fs";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { FieldError } from "./api-error.ts";

/** Something that is not as Discord's description says. */
export interface Violation {
  /** Whether the client's request is wrong, or an answer of this server, which would be a fault of the testkit. */
  readonly kind: "request" | "answer";
  readonly method: string;
  /** As the description writes it. */
  readonly route: string;
  /** The fields and what is wrong with them. */
  readonly fields: readonly FieldError[];
}

/** The same folder from `src` and from `dist`. */
const file = new URL("../../../data/discord-openapi.json", import.meta.url);

interface Operation {
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly content?: object; readonly $ref?: string }>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Read and compiled when it is first needed, and once for all servers of a process. */
let opened: ApiDescription | undefined;

/** Discord's own description of its API, reduced to the routes that the server has. */
export class ApiDescription {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  readonly #description: Description;

  /** The description that is shipped with the testkit. */
  static open(): ApiDescription {
    opened ??= new ApiDescription(JSON.parse(readFileSync(file, "utf8")));
    return opened;
  }

  constructor(description: Description) {
    this.#description = description;
    this.#ajv.addSchema(description, "discord");
  }

  /** What is wrong with a request's JSON body; nothing where the route takes none. */
  requestFaults(method: string, route: string, body: unknown): readonly FieldError[] {
    const operation = this.#operation(method, route);
    if (operation?.requestBody === undefined) return [];
    return this.#faults(["paths", route, method.toLowerCase(), "requestBody"], body ?? {});
  }

  /** What is wrong with an answer: that its status is not described, or its body not in the form that it should have. */
  answerFaults(method: string, route: string, status: number, body: unknown): readonly FieldError[] {
    const operation = this.#operation(method, route);
    if (operation === undefined || status >= 400) return [];
    const response = operation.responses[String(status)];
    if (response === undefined) return [{ path: [], code: "STATUS", message: `${status} is not described` }];
    if (response.content === undefined) {
      return body === undefined ? [] : [{ path: [], code: "BODY", message: `${status} has no body` }];
    }
    return this.#faults(["paths", route, method.toLowerCase(), "responses", String(status)], body);
  }

  #operation(method: string, route: string): Operation | undefined {
    return this.#description.paths[route]?.[method.toLowerCase()];
  }

  #faults(place: readonly string[], value: unknown): readonly FieldError[] {
    const validate = this.#validator([...place, "content", "application/json", "schema"]);
    if (validate(value) === true) return [];
    return (validate.errors ?? []).slice(0, 20).map(presentFault);
  }

  #validator(place: readonly string[]): ValidateFunction {
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")));
    const validate = this.#ajv.getSchema(`discord#/${pointer.join("/")}`);
    if (validate === undefined) throw new Error(`The description has no ${place.join(" ")}.`);
    return validate;
  }
}

function presentFault({ instancePath, keyword, message = "is wrong", params }: ErrorObject): FieldError {
  const path = instancePath.split("/").slice(1);
  const code = keyword === "maxLength" ? "BASE_TYPE_MAX_LENGTH" : `SCHEMA_${keyword.toUpperCase()}`;
  return { path, code, message: `${message} ${JSON.stringify(params)}` };
}
