import { createBot, definePlugin } from "@keyturn/core";
const result = Promise.resolve({
  parts: [{ type: "text" as const, text: "ok" }],
  usage: { inputTokens: 0, outputTokens: 0 },
});
let sent = 0;
const channel = {
  name: "bench",
  assurance: "idempotent" as const,
  send: async () => {
    sent++;
    return {};
  },
};
const bot = await createBot({
  turnRunner: { run: () => result },
  capacity: 10000,
  plugins: [definePlugin({ name: "c", version: "1", setup: (c) => c.channel(channel) })],
});
await bot.start();
const N = Number(process.argv[2] ?? 50000),
  S = Number(process.argv[3] ?? 100);
for (let round = 0; round < 4; round++) {
  const cpu = process.cpuUsage();
  for (let i = 0; i < N; i += 500) {
    const batch = [];
    for (let j = 0; j < 500; j++)
      batch.push(
        bot.receive({
          key: { adapter: "bench", account: "a", place: "p" + ((i + j) % S) },
          platformMessageId: `${round}-${i + j}`,
          sender: { id: "u" },
          text: "hello",
        }),
      );
    await Promise.all(batch);
    await bot.settled();
  }
  const used = process.cpuUsage(cpu);
  console.log(Math.round(N / ((used.user + used.system) / 1e6)), "msg/cpu-s", sent);
}
await bot.stop();
