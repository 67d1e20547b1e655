/** One of several things that are measured side by side. */
export type Measurement<Result> = () => Promise<Result>;

/**
 * Measures each of them `rounds` times, one after the other in turns: what disturbs the machine for a while then disturbs
 * all alike, and the runs of one round can be compared.
 */
export async function inTurns<Name extends string, Result>(
  rounds: number,
  measurements: Readonly<Record<Name, Measurement<Result>>>,
  tell: (name: Name, result: Result, round: number) => void = () => undefined,
): Promise<Readonly<Record<Name, readonly Result[]>>> {
  const names = keysOf(measurements);
  const results = parseRecord<Name, Result[]>(names.map((name) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of names) {
      const result = await measurements[name]();
      results[name].push(result);
      tell(name, result, round);
    }
  }
  return results;
}

function keysOf<Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] {
  return parseNames<Name>(Object.keys(record));
}
