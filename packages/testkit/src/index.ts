/** Scripted model, manual clock, protocol servers and contract suites for people who build on Keyturn. */
export {};
