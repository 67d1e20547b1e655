#!/usr/bin/env node
/** The `keyturn` command. */
import { runCommandLine } from "./command-line/program.ts";
import { createProcessTerminal } from "./command-line/terminal.ts";

/** How long what is left running may take to end by itself, in milliseconds. */
const patienceMilliseconds = 250;

process.exitCode = await runCommandLine(process.argv.slice(2), createProcessTerminal());
// A tool or plugin that ignored its end, such as an open connection, does not keep the process.
setTimeout(() => process.exit(), patienceMilliseconds).unref();
