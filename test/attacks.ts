/** An attack that others' gateways fell to. Tests cite it in their names: `(T24)`. */
export interface Attack {
  /** What tests cite. A number that is not here was never given, or belongs to a neighbour's row. */
  readonly id: number;
  /** What somebody does, and what must come of it. */
  readonly attack: string;
  /** The test files that cite it, relative to the repository. */
  readonly testedIn: readonly string[];
}

const guard = "packages/gateway/src/guard";
const access = "packages/gateway/src/access";
const routes = "packages/gateway/src/routes";

/** Every attack, as data. `attacks.test.ts` fails when a file does not cite what it is said to test, or the other way round. */
export const attacks: readonly Attack[] = [
  {
    id: 1,
    attack: "A link to the dashboard names another gateway or a token: nothing leaves the origin.",
    testedIn: ["test/dashboard/hostile.test.ts"],
  },
  {
    id: 2,
    attack: "A page of another site deletes with a stolen ride on the cookie: 403, noted, nothing gone.",
    testedIn: [`${guard}/forged-requests.test.ts`],
  },
  { id: 3, attack: "The same from another port of this machine: 403.", testedIn: [`${guard}/forged-requests.test.ts`] },
  {
    id: 4,
    attack: "The same without Origin, or with nothing that says where it comes from: 403.",
    testedIn: [`${guard}/forged-requests.test.ts`],
  },
  {
    id: 5,
    attack: "A WebSocket to the events: 426. A cross-site GET of them with the cookie: 403.",
    testedIn: [`${guard}/forged-requests.test.ts`, `${guard}/guard.test.ts`],
  },
  {
    id: 6,
    attack: "Somebody else's name in the Host header, on any path: 421, and no data.",
    testedIn: [`${guard}/guard.test.ts`],
  },
  { id: 8, attack: "A request line that names a host: 421.", testedIn: [`${guard}/guard.test.ts`] },
  {
    id: 9,
    attack: "A token in the query: 401, and redacted in the log.",
    testedIn: [`${guard}/guard.test.ts`, `${guard}/guesses.test.ts`],
  },
  {
    id: 10,
    attack: "The token is looked for in everything that is printed, logged, written and answered: 0 times.",
    testedIn: ["packages/gateway/src/secrets.test.ts", "test/attacks/canaries.test.ts"],
  },
  { id: 11, attack: "A login code a second time, or after five minutes: 401.", testedIn: [`${access}/login.test.ts`] },
  {
    id: 13,
    attack: "Eleven wrong tokens in a minute: 429; another address is let in.",
    testedIn: [`${guard}/guesses.test.ts`],
  },
  {
    id: 14,
    attack: "Guesses spread over login, API, events and codes: one budget.",
    testedIn: [`${guard}/guesses.test.ts`],
  },
  { id: 15, attack: "Guesses from this machine: limited too.", testedIn: [`${guard}/guesses.test.ts`] },
  {
    id: 17,
    attack: "A wrong token and a bogus cookie at once: counted once, 400.",
    testedIn: [`${guard}/guesses.test.ts`],
  },
  {
    id: 18,
    attack: "X-Forwarded-For that changes with each guess: still 429, and the audit has the real address.",
    testedIn: [`${guard}/proxies.test.ts`, "test/proxy/nginx.test.ts"],
  },
  {
    id: 20,
    attack: "The proxy's header without the proxy's secret, from an address that is trusted: 401.",
    testedIn: [`${guard}/proxies.test.ts`, "test/proxy/nginx.test.ts"],
  },
  {
    id: 21,
    attack: "A viewer's login that asks for more roles: 400, and still a viewer.",
    testedIn: [`${guard}/roles.test.ts`],
  },
  {
    id: 22,
    attack: "A viewer on every route that changes something: 403, nothing changed.",
    testedIn: [`${guard}/roles.test.ts`],
  },
  {
    id: 23,
    attack: "A reset written by somebody who may not, on every surface that takes text: denied, noted, not done.",
    testedIn: [`${guard}/roles.test.ts`, "test/attacks/text-surfaces.test.ts"],
  },
  {
    id: 24,
    attack: "Old token, cookie and stream after the token was replaced: 401, 401, closed within a second.",
    testedIn: [`${access}/revocation.test.ts`],
  },
  {
    id: 25,
    attack: "A webhook whose signing secret is blank or missing: the adapter does not start, 503.",
    testedIn: [`${routes}/adapters.test.ts`, "packages/adapters/src/slack/http-mode.test.ts"],
  },
  {
    id: 26,
    attack: "A webhook with a wrong signature, or a time that is old or to come: 401.",
    testedIn: ["packages/adapters/src/slack/http-mode.test.ts"],
  },
  {
    id: 27,
    attack: "The same signed webhook twice: taken once.",
    testedIn: ["packages/adapters/src/slack/http-mode.test.ts"],
  },
  {
    id: 28,
    attack: "Ids that climb, hide a slash or are no UTF-8: 400 or 404, and no file is touched.",
    testedIn: [`${guard}/guard.test.ts`, "test/attacks/hostile-ids.test.ts"],
  },
  {
    id: 30,
    attack: "A delete of an id that nobody has: 404, and no file is touched.",
    testedIn: [`${guard}/guard.test.ts`, "test/attacks/hostile-ids.test.ts"],
  },
  {
    id: 32,
    attack: "Scripts and images in messages, names and tool results: no script runs in the dashboard, nothing leaves.",
    testedIn: ["test/dashboard/hostile.test.ts"],
  },
  {
    id: 34,
    attack: "An export of such a conversation: an inert attachment.",
    testedIn: ["test/attacks/exports.test.ts", "packages/gateway/src/present/export-markdown.test.ts"],
  },
  {
    id: 35,
    attack: "Characters that turn or hide text in the name that a delete asks about: shown isolated.",
    testedIn: ["test/dashboard/hostile.test.ts"],
  },
  {
    id: 36,
    attack: "A script in the base path or title: refused, or escaped.",
    testedIn: [`${guard}/base-path.test.ts`, "test/dashboard/size.test.ts"],
  },
  {
    id: 37,
    attack: "Every answer that reads something, and every refusal, is searched for secrets: none, not even a part.",
    testedIn: ["test/attacks/canaries.test.ts"],
  },
  {
    id: 39,
    attack: "__proto__ and constructor in a body: no effect.",
    testedIn: [`${guard}/guard.test.ts`, `${routes}/import-session.test.ts`],
  },
  {
    id: 41,
    attack: "A URL that leads to the inside of the network: the gateway connects to nothing at all.",
    testedIn: ["test/attacks/outgoing.test.ts"],
  },
  {
    id: 42,
    attack: "Paths that climb out of the assets: 404, always the same.",
    testedIn: [`${guard}/guard.test.ts`, `${routes}/read-dashboard.test.ts`],
  },
  {
    id: 43,
    attack: "A change without a content type, or with one that a form can send: 415 or 403.",
    testedIn: [`${guard}/guard.test.ts`],
  },
  {
    id: 44,
    attack: "OPTIONS, TRACE, overridden methods, routes that invoke anything: no CORS, 405, ignored, 404.",
    testedIn: [`${guard}/guard.test.ts`, `${routes}/route-table.test.ts`],
  },
  {
    id: 45,
    attack: "A token that is revoked while the dashboard is open: one login screen, no storm.",
    testedIn: ["test/dashboard/login.test.ts"],
  },
  {
    id: 46,
    attack: "Too much, too slow, too deep: 413, 413, 431, 408, 400, and the memory stays.",
    testedIn: [
      `${guard}/limits.test.ts`,
      "test/attacks/flood.test.ts",
      "packages/gateway/src/http/idle-connections.test.ts",
      `${routes}/import-session.test.ts`,
    ],
  },
  {
    id: 49,
    attack: "The dashboard in a frame of another site: blocked.",
    testedIn: [`${routes}/read-dashboard.test.ts`, "test/dashboard/visitor-embed.test.ts"],
  },
  {
    id: 50,
    attack: "An Idempotency-Key with something else, or of somebody else: 422; independent.",
    testedIn: ["packages/gateway/src/http/idempotent-answers.test.ts"],
  },
  {
    id: 52,
    attack: "The probes without credentials: no version, no path, no count.",
    testedIn: [`${routes}/status.test.ts`],
  },
];
