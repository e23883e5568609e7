/** One episode: a world is created, users act while faults happen, and when the faults have ended all promises must hold. */
import { RebuildRefused } from '../../../src/engine/project/rebuild.ts';
import { Acts, pause } from './acts.ts';
import { assertKept, assertRules, listings } from './checks.ts';
import type { Person } from './people.ts';
import { isForeseen, type SimulatedProcess } from './process.ts';
import { Reader } from './reader.ts';
import { Watcher } from './watcher.ts';
import { Broken, World } from './world.ts';

export type Outcome = { readonly digest: string; readonly about: string };

const dayMs = 24 * 3_600_000;

/** Throws `Broken`. `seen` gets the world at once, so that it can be inspected after a fault. */
export async function episode(seed: number, actsLimit: number, seen: (world: World) => void): Promise<Outcome> {
  const world = new World(seed);
  seen(world);
  const { chance } = world;
  const watcher = new Watcher(world);
  const acts = new Acts(world, watcher);
  await world.allServe();
  const founders = await finished(world, beginning(world, acts), 'the organization is founded');

  let isOver = false;
  const faulty = world.chance.happens(0.9);
  if (faulty)
    world.faults = {
      lost: chance.of([0, 0.01, 0.05]),
      unreached: chance.of([0, 0.01, 0.05]),
      crash: chance.of([0, 0.001, 0.005]),
      slow: chance.of([0, 0.01, 0.1]),
    };
  const misfortune = safely(
    world,
    troubled(world, () => isOver),
  );
  const readers = founders.map((person) => new Reader(world, person, () => isOver));
  const reading = readers.map((reader) => safely(world, reader.run()));
  const actsMax = Math.min(actsLimit, chance.of([100, 350, 350, 1_000]));
  const busy = founders.map((person) => safely(world, act(world, acts, actsMax, person)));
  await finished(world, Promise.all(busy), 'users finish');

  isOver = true;
  world.faults = { lost: 0, unreached: 0, crash: 0, slow: 0 };
  world.logAway = false;
  world.storeAway = false;
  await finished(world, misfortune, 'troubles end');
  await world.allServe();
  await finished(world, Promise.all(reading), 'queues are read to their end');
  const model = watcher.follow();
  assertKept(world, model, acts, readers);
  await finished(world, assertRules(world, watcher), 'policies have acted');
  const before = await finished(world, listings(world, model, acts.people), 'everything is listed');

  // Read models rebuilt from the log must be the same.
  for (let place = 0; place < world.places; place += 1) world.at(place)?.die();
  world.store.wipe();
  await world.allServe();
  const after = await finished(world, listings(world, model, acts.people), 'everything is listed again');
  if (JSON.stringify(before) !== JSON.stringify(after)) world.fault('rebuilt read models answer otherwise');
  world.assertFine();
  const about = `${world.isAlone ? 'one process' : 'two processes'}, ${acts.count} acts, ${model.messages.size} messages, ${world.crashes} crashes, ${[
    ...watcher.statuses,
  ]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count}×${status}`)
    .join(' ')}`;
  world.note(about);
  for (let place = 0; place < world.places; place += 1) world.at(place)?.die();
  return { digest: world.digest, about };
}

async function beginning(world: World, acts: Acts): Promise<Person[]> {
  const people: Person[] = [];
  for (const role of [100, 200, 400, 400, 600] as const) {
    people.push(await acts.comes(role));
    // A process that does not know the organization yet answers as if there were none.
    for (let place = 0; place < world.places; place += 1) await world.at(place)?.within((of) => of.caughtUp());
  }
  return people;
}

async function act(world: World, acts: Acts, actsMax: number, person: Person): Promise<void> {
  const { chance } = world;
  while (acts.count < actsMax) {
    const atOnce = chance.happens(0.1) ? 1 + chance.whole(6) : 1;
    await Promise.all(Array.from({ length: atOnce }, () => acts.act(acts.present(person))));
    await person.pause(chance.happens(0.01) ? chance.below(200_000) : chance.below(chance.of([2, 30, 300])));
  }
}

/** Crashes, restarts, outages and pauses of processes. */
async function troubled(world: World, isOver: () => boolean): Promise<void> {
  const { chance } = world;
  while (!isOver()) {
    await pause(world, chance.below(4_000));
    for (let place = 0; place < world.places; place += 1)
      if (world.at(place)?.isGone && chance.happens(0.5)) world.start(place);
    if (!chance.happens(0.25) || isOver()) continue;
    const process = world.any();
    switch (chance.whole(6)) {
      case 0:
        if (process) world.crash(process);
        break;
      case 1:
        world.note('the log is away');
        world.logAway = true;
        await pause(world, chance.below(chance.of([500, 5_000, 30_000])));
        world.logAway = false;
        break;
      case 2:
        world.note('the read store is away');
        world.storeAway = true;
        await pause(world, chance.below(chance.of([500, 5_000, 30_000])));
        world.storeAway = false;
        break;
      case 3:
        if (process) {
          world.note(`${process.name} stands still`);
          world.scheduler.stall(process.name, chance.below(chance.of([500, 5_000, 40_000])));
        }
        break;
      case 4:
        if (process && chance.happens(0.5)) {
          world.note(`${process.name} is stopped in order`);
          await process.stop();
        }
        break;
      case 5:
        // Other faults in the meantime are not waited for.
        if (process) void safely(world, rebuild(world, process));
        break;
    }
  }
}

/** Another process may write the read models, the stores may be away, and the process may die. */
async function rebuild(world: World, process: SimulatedProcess): Promise<void> {
  world.note(`${process.name} rebuilds the read models`);
  const outcome = await process.within((of) =>
    of
      .rebuild(() => undefined)
      .then(
        ({ position }) => `are rebuilt up to ${position}`,
        (error: unknown) => {
          if (error instanceof RebuildRefused || isForeseen(error)) return `are not rebuilt: ${error.message}`;
          throw error;
        },
      ),
  );
  world.note(`the read models of ${process.name} ${outcome ?? 'are not rebuilt: it died'}`);
}

const safely = (world: World, work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => world.fault(error instanceof Error ? (error.stack ?? error.message) : String(error)));

/** Runs the world until the work is done. */
async function finished<T>(world: World, work: Promise<T>, about: string): Promise<T> {
  let done: { readonly value: T } | { readonly error: unknown } | undefined;
  work.then(
    (value) => {
      done = { value };
    },
    (error: unknown) => {
      done = { error };
    },
  );
  await world.scheduler.run(
    () => {
      world.assertFine();
      return done !== undefined;
    },
    dayMs,
    about,
  );
  if (!done) throw new Broken(about);
  if ('error' in done) throw done.error;
  return done.value;
}
