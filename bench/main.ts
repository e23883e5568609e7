/**
 * `npm run bench`: every ratio beside the machine's own limit for the same work, measured in turns in the same run.
 * Absolute figures do not carry over from one machine, or one minute, to another; ratios do (docs/performance.md).
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Line, lineOf, type Ratio, type Suite } from './ratio.ts';
import { suites } from './suites/index.ts';
import { tableOf } from './table.ts';

const help = `npm run bench -- [--only NAME] [--json FILE]

  --only NAME   only the ratios of this name, number or suite; several, separated by commas
  --json FILE   writes [{id, name, figure, limit, unit, ratio, floor, goal, holds}] as well
  --help        this

Ends with 1 where a ratio is below its floor. Suites and their ratios:
${suites.map(({ name, ratios }) => `  ${name}: ${ratios.map((ratio) => `${ratio.id} ${ratio.name}`).join(', ')}`).join('\n')}
`;

const { values } = parseArgs({
  options: { only: { type: 'string' }, json: { type: 'string' }, help: { type: 'boolean' } },
});

const wanted = values.only?.split(',').map((name) => name.trim());
const isWanted = (suite: Suite, ratio: Ratio): boolean =>
  wanted === undefined || wanted.some((name) => [suite.name, ratio.name, String(ratio.id)].includes(name));

const say = (progress: string): void => void process.stderr.write(`${progress}\n`);

async function measure(): Promise<number> {
  const rows: { line: Line; ratio: Ratio }[] = [];
  for (const suite of suites) {
    const ratios = suite.ratios.filter((ratio) => isWanted(suite, ratio));
    if (ratios.length === 0) continue;
    const measured = await suite.run((progress) => say(`${suite.name}: ${progress}`));
    for (const ratio of ratios)
      for (const result of measured.filter(({ name }) => name === ratio.name))
        rows.push({ ratio, line: lineOf(ratio, result) });
  }
  rows.sort((a, b) => a.line.id - b.line.id);
  if (values.json !== undefined)
    writeFileSync(
      values.json,
      `${JSON.stringify(
        rows.map(({ line }) => line),
        null,
        2,
      )}\n`,
    );
  process.stdout.write(`${tableOf(rows)}\n`);
  if (rows.length === 0) say(`nothing is named ${values.only}; --help lists the names`);
  return rows.length > 0 && rows.every(({ line }) => line.holds) ? 0 : 1;
}

if (values.help) process.stdout.write(help);
else process.exitCode = await measure();
