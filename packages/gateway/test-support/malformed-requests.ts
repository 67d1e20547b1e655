import { z } from "zod";
import type { GatewayRoute } from "../src/routes/route.ts";
import type { GoodRequest } from "./good-requests.ts";

/** A good request with one part in a form that its route does not take. */
export interface MalformedRequest {
  /** Such as `param id` or `header if-match`. */
  readonly part: string;
  /** Where the answer says that the fault is. */
  readonly field: string;
  readonly request: GoodRequest;
}

/** Nothing that is asked for in a header is written so: two words, and longer than any. */
const hostileHeader = `${"x".repeat(201)} y`;

const shapeForm = z.object({ shape: z.record(z.string(), z.unknown()) });

/** The names that a form asks for in one part of a request. */
function namesIn(part: unknown): readonly string[] {
  const form = shapeForm.safeParse(part);
  return form.success ? Object.keys(form.data.shape) : [];
}

/** Every part that the route's form knows, wrong in turn, in an otherwise good request. */
export function malformedRequests({ form }: GatewayRoute, good: GoodRequest): readonly MalformedRequest[] {
  const { params, query, headers, body } = form.request ?? {};
  const [path = "", goodQuery = ""] = good.path.split("?");
  const places = form.path.split("/");
  const withSegment = (name: string) =>
    path
      .split("/")
      .map((segment, index) => (places[index] === `{${name}}` ? "~" : segment))
      .join("/");
  const separator = goodQuery === "" ? "" : `${goodQuery}&`;
  return [
    ...namesIn(params).map((name) => ({
      part: `param ${name}`,
      field: `param/${name}`,
      request: { ...good, path: withSegment(name) },
    })),
    ...(query === undefined
      ? []
      : [{ part: "query", field: "query", request: { ...good, path: `${path}?${separator}nonsense=1` } }]),
    ...namesIn(headers).map((name) => ({
      part: `header ${name}`,
      field: `header/${name}`,
      request: { ...good, headers: { ...good.headers, [name]: hostileHeader } },
    })),
    ...(body === undefined ? [] : [{ part: "body", field: "json", request: { ...good, body: ["nonsense"] } }]),
  ];
}
