/** Something that is measured several times, with what every time gave. */
export class Series<Result> {
  readonly name: string;
  readonly results: Result[] = [];
  readonly #measure: () => Promise<Result>;

  constructor(name: string, measure: () => Promise<Result>) {
    this.name = name;
    this.#measure = measure;
  }

  /** Measures once more. */
  async measure(): Promise<Result> {
    const result = await this.#measure();
    this.results.push(result);
    return result;
  }
}

/**
 * Measures each of the series `rounds` times, one after the other in turns: what disturbs the machine for a while then
 * disturbs all alike, and the results of one round can be compared.
 */
export async function inTurns<Result>(
  rounds: number,
  series: readonly Series<Result>[],
  tell: (text: string, result: Result) => void = () => undefined,
): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    for (const one of series) tell(`${one.name}, ${round} of ${rounds}`, await one.measure());
  }
}
