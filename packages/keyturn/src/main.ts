#!/usr/bin/env node
/** The `keyturn` command. */
export {};
