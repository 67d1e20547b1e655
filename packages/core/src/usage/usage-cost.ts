import { ConfigurationError } from "../errors.ts";
import type { UsageCost, UsageRow } from "./usage.ts";

/** What a model costs, in the currency of `UsageSettings`, per million tokens: 0 to 1,000,000. */
export interface ModelPrice {
  /** As `provider/model`, or the beginning of such names with a `*` behind it, as `ollama/*`. The longest that fits counts. */
  readonly model: string;
  readonly input: number;
  readonly output: number;
  /**
   * Of input that the service had in its cache.
   * @default the price of input
   */
  readonly cachedInput?: number | undefined;
}

/** What the figures of usage are shown with. */
export interface UsageSettings {
  /**
   * Three capital letters, as in ISO 4217.
   * @default "USD": what most services price in
   */
  readonly currency: string;
  /**
   * At most 200; each model once.
   * @default []: no cost is told
   */
  readonly prices: readonly ModelPrice[];
}

/** The defaults of `UsageSettings`. */
export const usageDefaults: UsageSettings = Object.freeze({ currency: "USD", prices: [] });

const mostPrices = 200;
const highestPrice = 1_000_000;
const pricedTokens = 1_000_000;
const modelPattern = /^[a-z][a-z0-9-]*\/(?:\S{1,200}|\S{0,199}\*)$/;
const priceNames = new Set(["model", "input", "output", "cachedInput"]);

/** @throws ConfigurationError that names the setting and what is allowed. */
export function checkUsageSettings({ currency, prices }: UsageSettings): void {
  if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency)) {
    throw new ConfigurationError(`usage.currency is "${String(currency)}"; it must be three capital letters, as USD.`);
  }
  const isList = Array.isArray(prices) && prices.length <= mostPrices && prices.every(isPrice);
  if (isList && new Set(prices.map(({ model }) => model)).size === prices.length) return;
  throw new ConfigurationError(
    `usage.prices must be a list of at most ${mostPrices} different models, each with model, input, output and, where ` +
      `it has another, cachedInput: prices of a million tokens, from 0 to ${highestPrice}.`,
  );
}

function isPrice(price: ModelPrice): boolean {
  if (typeof price !== "object" || price === null || !Object.keys(price).every((name) => priceNames.has(name))) {
    return false;
  }
  const { model, input, output, cachedInput = input } = price;
  const areNumbers = [input, output, cachedInput].every(
    (amount) => Number.isFinite(amount) && amount >= 0 && amount <= highestPrice,
  );
  return typeof model === "string" && modelPattern.test(model) && areNumbers;
}

/** What rows cost; undefined where no prices are set. Looks each model up once. */
export class UsagePricing {
  readonly #prices: readonly ModelPrice[];
  readonly #found = new Map<string, ModelPrice | undefined>();

  constructor(prices: readonly ModelPrice[]) {
    // The longest first; of two with the same letters the one that is a whole name.
    this.#prices = prices.toSorted((one, other) => stemOf(other).length - stemOf(one).length || (isStem(one) ? 1 : -1));
  }

  costOf({ model, inputTokens, outputTokens, cachedInputTokens = 0 }: UsageRow): UsageCost | undefined {
    if (this.#prices.length === 0) return undefined;
    const price = this.#priceOf(model);
    if (price === undefined) return { amount: 0, unpricedTokens: inputTokens + outputTokens };
    const { input, output, cachedInput = input } = price;
    const full = Math.max(0, inputTokens - cachedInputTokens);
    const amount = (full * input + cachedInputTokens * cachedInput + outputTokens * output) / pricedTokens;
    return { amount, unpricedTokens: 0 };
  }

  #priceOf(model: string): ModelPrice | undefined {
    if (!this.#found.has(model)) {
      const fits = (price: ModelPrice) => (isStem(price) ? model.startsWith(stemOf(price)) : model === price.model);
      this.#found.set(model, this.#prices.find(fits));
    }
    return this.#found.get(model);
  }
}

function isStem({ model }: ModelPrice): boolean {
  return model.endsWith("*");
}

function stemOf({ model }: ModelPrice): string {
  return model.replace(/\*$/, "");
}
