/** The keyturn command: the application that joins core, gateway and channel adapters. */
export {};
