import { definePlugin } from "keyturn";
import { z } from "zod";

/** Tells people when somebody is there, with `/hours`, and logs how many answers each day had. */
export const officeHours = definePlugin({
  name: "office-hours",
  version: "1.0.0",
  config: z.object({ opens: z.int().min(0).max(23), closes: z.int().min(1).max(24) }),
  setup(context, { opens, closes }) {
    let answers = 0;
    context.command({
      name: "hours",
      description: "Show when somebody is there",
      run: async () => `Somebody is there from ${opens}:00 to ${closes}:00.`,
    });
    context.hook("run.finish", ({ end }) => {
      if (end === "answered") answers += 1;
    });
    const report = setInterval(() => context.log.info({ answers }, "Answers since the start."), 86_400_000);
    context.own(() => clearInterval(report));
  },
});
