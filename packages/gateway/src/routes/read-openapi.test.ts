import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { bearer, openGateway } from "../../test-support/open-gateway.ts";

const parameterForm = z.looseObject({
  name: z.string(),
  in: z.string(),
  description: z.string().optional(),
  schema: z.looseObject({ enum: z.array(z.unknown()).optional() }),
});

const documentForm = z.looseObject({
  components: z.looseObject({ securitySchemes: z.record(z.string(), z.unknown()) }),
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ summary: z.string().min(1), parameters: z.array(parameterForm).optional() })),
  ),
});

async function readDocument() {
  await using open = await openGateway();
  const answer = await open.exchange({ path: "/openapi.json", headers: bearer });
  return { json: z.looseObject({}).parse(answer.json()), port: new URL(open.url).port };
}

async function readOperations() {
  const { paths } = documentForm.parse((await readDocument()).json);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
  );
}

describe("GET /openapi.json", () => {
  it("is a valid document of OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate((await readDocument()).json);
    expect([result.valid, result.errors, validator.version]).toEqual([true, undefined, "3.1"]);
  });

  it("says that a token is sent as bearer, or a login as the cookie that this gateway sets", async () => {
    const { json, port } = await readDocument();
    expect(documentForm.parse(json).components.securitySchemes).toMatchObject({
      token: { type: "http", scheme: "bearer" },
      login: { type: "apiKey", in: "cookie", name: `gw_${port}` },
    });
  });

  it("gives each operation a summary of its own", async () => {
    const summaries = (await readOperations()).map(({ summary }) => summary);
    expect(summaries.filter((summary, index) => summaries.indexOf(summary) !== index)).toEqual([]);
  });

  it("says what each parameter means that is not a choice of words", async () => {
    const unexplained = (await readOperations()).flatMap(({ name, parameters = [] }) =>
      parameters
        .filter(({ description, schema }) => description === undefined && schema.enum === undefined)
        .map((parameter) => `${name}: ${parameter.in} ${parameter.name}`),
    );
    expect(unexplained).toEqual([]);
  });
});
