/** The command line of `npm run bench` and `npm run bench:peers`: runs the chosen suites and prints the table. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Line, lineOf, type Ratio, type Suite } from './ratio.ts';
import { tableOf } from './table.ts';

/** The default size of the larger data set. It can be created within two minutes. */
const growthUsual = 100_000;

const help = (
  command: string,
  suites: readonly Suite[],
): string => `${command} -- [--only NAME] [--json FILE] [--growth MESSAGES]

  --only NAME   only the ratios of this name, number or suite; several, separated by commas
  --json FILE   writes [{id, name, figure, limit, unit, ratio, floor, goal, holds}] as well
  --growth N    how many messages the larger data set has, in suites that compare two (default: ${growthUsual})
  --help        prints this text

The exit code is 1 if a ratio misses its floor. Suites and their ratios:
${suites.map(({ name, ratios }) => `  ${name}: ${ratios.map((ratio) => `${ratio.id} ${ratio.name}`).join(', ')}`).join('\n')}
`;

const say = (progress: string): void => void process.stderr.write(`${progress}\n`);

/** Runs the suites that the command line selects, and sets the exit code of the process. */
export async function bench(command: string, suites: readonly Suite[]): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      json: { type: 'string' },
      growth: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(help(command, suites));
    return;
  }
  const wanted = values.only?.split(',').map((name) => name.trim());
  const chosen = suites
    .map((suite) => ({ suite, ratios: suite.ratios.filter((ratio) => isWanted(wanted, suite, ratio)) }))
    .filter(({ ratios }) => ratios.length > 0);
  if (chosen.length === 0) say(`nothing is named ${values.only}; --help lists the names`);
  const asked = { growth: Number(values.growth ?? growthUsual) };
  if (!Number.isSafeInteger(asked.growth)) throw new Error(`--growth takes a number, not ${values.growth}`);
  const rows: { line: Line; ratio: Ratio }[] = [];
  for (const { suite, ratios } of chosen) {
    const measured = await suite.run((progress) => say(`${suite.name}: ${progress}`), asked);
    const own = ratios.flatMap((ratio) =>
      measured.filter(({ name }) => name === ratio.name).map((result) => ({ ratio, line: lineOf(ratio, result) })),
    );
    rows.push(...own);
    // If a later suite fails or is interrupted, the results so far have been printed.
    if (chosen.length > 1) say(tableOf(own));
  }
  rows.sort((a, b) => a.line.id - b.line.id);
  const lines = rows.map(({ line }) => line);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(lines, null, 2)}\n`);
  process.stdout.write(`${tableOf(rows)}\n`);
  process.exitCode = chosen.length > 0 && lines.every(({ holds }) => holds) ? 0 : 1;
}

const isWanted = (wanted: readonly string[] | undefined, suite: Suite, ratio: Ratio): boolean =>
  wanted === undefined || wanted.some((name) => [suite.name, ratio.name, String(ratio.id)].includes(name));
