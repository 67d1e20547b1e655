/** What `keyturn doctor` can be asked to look at alone. */
export type DoctorPart = "discord" | "slack";

/** The same as words. */
export const doctorParts: readonly DoctorPart[] = ["discord", "slack"];
