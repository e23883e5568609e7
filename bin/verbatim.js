#!/usr/bin/env node
/** The `verbatim` command, from wherever it is called. */
import { setFlagsFromString } from 'node:v8';
import { bundled } from './bundle.js';

// The young heap is small and collected often: to wake a thread for each core each time costs more than it saves.
setFlagsFromString('--no-parallel-scavenge');
process.setSourceMapsEnabled(true);
const entry = await bundled();
const { runCommandLine } = await import(entry('command-line'));
process.exitCode = await runCommandLine(process.argv.slice(2), process.env, async (...given) => {
  const { openHouse } = await import(entry('main'));
  return openHouse(...given);
});
