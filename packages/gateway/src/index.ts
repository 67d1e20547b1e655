/** HTTP API, live events, web chat and dashboard of Keyturn. */
export {};
