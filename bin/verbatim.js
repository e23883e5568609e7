#!/usr/bin/env node
/** The `verbatim` command: reads TypeScript as it is, from wherever it is called. */
import { register } from 'tsx/esm/api';

register();
const { runCommandLine } = await import('../src/cli/command-line.ts');
process.exitCode = await runCommandLine(process.argv.slice(2), process.env, async (...given) => {
  const { openHouse } = await import('../src/main.ts');
  return openHouse(...given);
});
