import { buildDashboard } from "../scripts/build-dashboard.ts";

/** Before any test: the dashboard that they open is that of the sources. */
export default async function setup(): Promise<void> {
  const { NODE_ENV } = process.env;
  await buildDashboard();
  if (NODE_ENV !== undefined) process.env["NODE_ENV"] = NODE_ENV;
}
