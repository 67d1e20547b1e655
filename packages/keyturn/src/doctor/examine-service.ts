import { ConfigurationError } from "@keyturn/core";
import type { NamedBot } from "../chat-services/several-bots.ts";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";
import type { RunningBot } from "../data/runtime-file.ts";
import { type Finding, look } from "./finding.ts";

/** A chat service that `keyturn doctor` looks at. */
export interface ExaminedService<Bot extends NamedBot> {
  /** As people call it. */
  readonly name: string;
  /** What is to be done where it is off. */
  readonly whenOff: string;
  /** The bots there; none where it is off. @throws ConfigurationError */
  readonly botsOf: (configuration: EffectiveConfiguration) => readonly Bot[];
  /** Makes what looks at one bot after the other. @throws ConfigurationError where it cannot. */
  readonly prepare: (
    configuration: EffectiveConfiguration,
    running: RunningBot | undefined,
  ) => Promise<(bot: Bot) => Promise<readonly Finding[]>>;
}

/** What a command says of a chat service. */
export type ServiceExamination = (
  configuration: EffectiveConfiguration,
  running: RunningBot | undefined,
) => Promise<readonly Finding[]>;

/** Makes an examination of what every bot on a chat service finds there; it finds nothing where the service is off. */
export function examinationOf<Bot extends NamedBot>(service: ExaminedService<Bot>): ServiceExamination {
  const { name, botsOf, prepare } = service;
  return async (configuration, running) => {
    const findings: Finding[] = [];
    const looked = await look(name, async () => {
      const bots = botsOf(configuration);
      if (bots.length === 0) return "off";
      const examine = await prepare(configuration, running);
      for (const bot of bots) {
        const found = await examine(bot);
        const ofBot = bots.length === 1 ? "" : ` of ${bot.name}`;
        findings.push(...found.map((one) => ({ ...one, subject: `${name} ${one.subject}${ofBot}` })));
      }
      return "looked at";
    });
    return looked.isWell ? findings : [...findings, looked];
  };
}

/** The same where somebody asked for it: then it is a fault that the service is off. */
export function examinationAlone<Bot extends NamedBot>(service: ExaminedService<Bot>): ServiceExamination {
  const examine = examinationOf(service);
  return async (configuration, running) => {
    const findings = await examine(configuration, running);
    if (findings.length > 0) return findings;
    const off = await look(service.name, () => {
      throw new ConfigurationError(service.whenOff);
    });
    return [off];
  };
}
