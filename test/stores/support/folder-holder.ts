import { SystemClock } from "../../../packages/core/src/clock.ts";
import { openLowdbStorage } from "../../../packages/core/src/stores/lowdb/open-lowdb-storage.ts";

// Holds the folder that it is told until it is killed.
await openLowdbStorage({ folder: process.argv[2] ?? "", clock: new SystemClock() });
process.stdout.write("open\n");
setInterval(() => undefined, 1_000_000);
