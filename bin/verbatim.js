#!/usr/bin/env node
/** The `verbatim` command, from wherever it is called. */
import { setFlagsFromString } from 'node:v8';
import { bundled } from './bundle.js';

// The young heap is small and collected often: to wake a thread for each core each time costs more than it saves.
setFlagsFromString('--no-parallel-scavenge');
// What survives while the process is young says nothing of what will: places in the code whose objects were seen to stay would put
// all later ones among the old for ever, where each message then left three kilobytes more for the full collections.
setFlagsFromString('--no-allocation-site-pretenuring');
process.setSourceMapsEnabled(true);
const entry = await bundled();
const { runCommandLine } = await import(entry('command-line'));
process.exitCode = await runCommandLine(process.argv.slice(2), process.env, async (...given) => {
  const { openApplication } = await import(entry('main'));
  return openApplication(...given);
});
