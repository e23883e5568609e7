#!/usr/bin/env node
/** The `verbatim` command, from wherever it is called. */
import { bundled } from './bundle.js';

process.setSourceMapsEnabled(true);
const entry = await bundled();
const { runCommandLine } = await import(entry('command-line'));
process.exitCode = await runCommandLine(process.argv.slice(2), process.env, async (...given) => {
  const { openHouse } = await import(entry('main'));
  return openHouse(...given);
});
