/**
 * `npm run simulate -- --seed N --minutes M`: random worlds, one after the other, until the time is over. A broken promise ends it with
 * the seed of its world; the same seed alone does the same again.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { episode } from './world/episode.ts';
import type { World } from './world/world.ts';

const clock = process.hrtime.bigint;
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string' },
    worlds: { type: 'string' },
    acts: { type: 'string' },
    trace: { type: 'string' },
  },
});
const began = clock();
const minutesGone = (): number => Number(clock() - began) / 60e9;
const first = Number(values.seed ?? Number(began % 1_000_000_000n));
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
/** In a world, at most. */
const acts = Number(values.acts ?? Number.POSITIVE_INFINITY);
const worlds = Number(values.worlds ?? (minutes === undefined ? 1 : Number.POSITIVE_INFINITY));

let world: World | undefined;
process.on('unhandledRejection', (error) =>
  world?.fault(`nobody handled ${error instanceof Error ? error.stack : String(error)}`),
);

let seed = first;
for (let count = 0; count < worlds && minutesGone() < (minutes ?? Number.POSITIVE_INFINITY); count += 1, seed += 1)
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
    break;
  } finally {
    if (values.trace !== undefined) writeFileSync(values.trace, `${world?.notes.join('\n')}\n`);
  }
process.exit();
