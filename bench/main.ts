/** Runs every benchmark and prints medians and ratios. */
export {};
