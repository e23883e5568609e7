/**
 * `npm run simulate -- --seed N --minutes M`: random worlds, one after the other, until the time is over. A broken promise ends it with
 * the seed of its world; the same seed alone does the same again. A process makes a hundred worlds at most and is followed by another:
 * Node's parsers keep the connections of simulated processes that crashed, which nobody closes.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { episode } from './world/episode.ts';
import type { World } from './world/world.ts';

const clock = process.hrtime.bigint;
const worldsOfProcess = 100;
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string' },
    worlds: { type: 'string' },
    acts: { type: 'string' },
    trace: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log('npm run simulate -- [--seed N] [--minutes M | --worlds W] [--acts A] [--trace FILE]');
  process.exit();
}
const began = clock();
const minutesGone = (): number => Number(clock() - began) / 60e9;
const first = Number(values.seed ?? Number(began % 1_000_000_000n));
const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY);
/** In a world, at most. */
const acts = Number(values.acts ?? Number.POSITIVE_INFINITY);
const worlds = Number(values.worlds ?? (values.minutes === undefined ? 1 : Number.POSITIVE_INFINITY));

if (worlds > worldsOfProcess) inProcesses();
else await inThisProcess();
process.exit();

/** Each process gets its seed, the number of worlds to make, and the remaining minutes. */
function inProcesses(): void {
  const options = values.acts === undefined ? [] : ['--acts', values.acts];
  for (let made = 0; made < worlds && minutesGone() < minutes && !process.exitCode; made += worldsOfProcess) {
    const count = Math.min(worldsOfProcess, worlds - made);
    const own = ['--seed', String(first + made), '--worlds', String(count), ...options];
    if (minutes < Number.POSITIVE_INFINITY) own.push('--minutes', String(minutes - minutesGone()));
    const { status } = spawnSync(process.execPath, [...process.execArgv, process.argv[1] ?? '', ...own], {
      stdio: 'inherit',
    });
    process.exitCode = status ?? 1;
  }
}

async function inThisProcess(): Promise<void> {
  let world: World | undefined;
  process.on('unhandledRejection', (error) =>
    world?.fault(`nobody handled ${error instanceof Error ? error.stack : String(error)}`),
  );
  for (let seed = first; seed < first + worlds && minutesGone() < minutes; seed += 1)
    try {
      const { digest, about } = await episode(seed, acts, (of) => {
        world = of;
      });
      console.log(`seed ${seed}: kept (${digest}): ${about}`);
    } catch (error) {
      console.error(`seed ${seed}: broken: ${error instanceof Error ? error.stack : String(error)}`);
      const same = values.acts === undefined ? '' : ` --acts ${acts}`;
      console.error(`again: npm run simulate -- --seed ${seed}${same} --trace FILE`);
      process.exitCode = 1;
      return;
    } finally {
      if (values.trace !== undefined) writeFileSync(values.trace, `${world?.notes.join('\n')}\n`);
    }
}
