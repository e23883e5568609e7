/** One simulated world: its stores, the processes over them, and everything that can go wrong between them. */
import { createHash } from 'node:crypto';
import { pooledRandomBytes } from '../../../src/engine/decide/random-pool.ts';
import type { Sizes } from '../../../src/main.ts';
import { type Chance, chanceFrom } from './chance.ts';
import { type Faults, linkOf, noFaults } from './link.ts';
import { type Link, MemoryLog } from './memory-log.ts';
import { MemoryStore } from './memory-store.ts';
import { SimulatedProcess } from './process.ts';
import { Scheduler } from './scheduler.ts';
import { virtualNode } from './virtual-node.ts';

/** A promise was broken. */
export class Broken extends Error {
  override name = 'Broken';
}

/** How long a start may take. */
const startMs = 10 * 60_000;

export class World {
  readonly scheduler = new Scheduler();
  readonly chance: Chance;
  readonly log = new MemoryLog();
  readonly store = new MemoryStore();
  /** One process over embedded stores, or two over stores on the network. */
  readonly isAlone: boolean;
  /** Limits so small that a world reaches them: snapshots are saved, rings overflow, events are dropped during outages. */
  readonly sizes: Sizes;
  faults: Faults = noFaults;
  logAway = false;
  storeAway = false;
  readonly #processes: SimulatedProcess[] = [];
  readonly #skews = new Map<string, number>();
  readonly #digest = createHash('sha256');
  readonly #notes: string[] = [];
  readonly #faults: string[] = [];
  #starts = 0;
  crashes = 0;

  constructor(seed: number) {
    this.chance = chanceFrom(seed);
    const random = chanceFrom(seed + 0x5eed).next;
    virtualNode({ scheduler: this.scheduler, random, skew: (owner) => this.#skews.get(owner) ?? 0 });
    // Connections that an earlier world left in the pool would shift the random numbers of this one.
    pooledRandomBytes(8 * 1024);
    this.isAlone = this.chance.happens(0.4);
    const entriesMax = this.chance.of([8, 100, 10_000]);
    this.sizes = {
      snapshotEvery: this.chance.of([20, 100, 100_000]),
      outageBacklogMax: this.chance.of([5, 50, 100_000]),
      ring: { entriesMax, bytesMax: 1_000_000, bytesInAllMax: 1_000_000 },
    };
  }

  get places(): number {
    return this.isAlone ? 1 : 2;
  }

  /** A log of what happened. Two runs with the same seed have the same log. */
  get digest(): string {
    return this.#digest.copy().digest('hex').slice(0, 16);
  }

  get notes(): readonly string[] {
    return this.#notes;
  }

  note(text: string): void {
    const line = `${this.scheduler.now.toFixed(3)} ${text}`;
    this.#digest.update(`${line}\n`);
    this.#notes.push(line);
    if (this.#notes.length > 20_000) this.#notes.splice(0, 10_000);
  }

  /** Remembers a fault. It ends the world at the next check. */
  fault(text: string): void {
    this.note(`FAULT ${text}`);
    this.#faults.push(text);
  }

  assertFine(): void {
    if (this.#faults.length > 0) throw new Broken(this.#faults.slice(0, 5).join('\n'));
  }

  /** The process with this index, whether it serves or not. */
  at(place: number): SimulatedProcess | undefined {
    return this.#processes[place];
  }

  /** A process that serves; undefined if none does. */
  any(): SimulatedProcess | undefined {
    const serving = this.#processes.filter(({ serves }) => serves);
    return serving.length === 0 ? undefined : this.chance.of(serving);
  }

  start(place: number): SimulatedProcess {
    this.#starts += 1;
    const process = new SimulatedProcess(this, `${'AB'[place]}${this.#starts}`);
    // The lease of embedded read models is in the memory of their process.
    if (this.isAlone) this.store.freeLease();
    this.#processes[place] = process;
    // The clocks of machines differ.
    this.#skews.set(process.name, Math.round((this.chance.next() - 0.5) * 1_000));
    this.note(`${process.name} starts`);
    this.scheduler.in(0, process.name, () => {
      process.start().catch((error: unknown) => {
        const text = error instanceof Error ? error.message : String(error);
        this.note(`${process.name} did not start: ${text}`);
        if (!/unavailable|out of reach|Unreached|Lost/i.test(text))
          this.fault(`${process.name}: ${String(error instanceof Error ? error.stack : error)}`);
        process.die();
      });
    });
    return process;
  }

  /** Restarts every process that has ended, until all of them serve. */
  async allServe(): Promise<void> {
    await this.scheduler.run(
      () => {
        for (let place = 0; place < this.places; place += 1)
          if (this.#processes[place]?.isGone !== false) this.start(place);
        return this.#processes.every(({ serves }) => serves);
      },
      startMs,
      'every process serves',
    );
  }

  crash(process: SimulatedProcess): void {
    if (process.isGone) return;
    this.note(`${process.name} crashes`);
    this.crashes += 1;
    process.die();
    // No other process may have embedded read models open, because a crash can make their files unusable.
    if (this.isAlone && this.chance.happens(0.3)) this.store.wipe();
  }

  linkFor(process: SimulatedProcess, isAway: () => boolean): Link {
    const { scheduler, chance } = this;
    return linkOf({
      scheduler,
      chance,
      owner: process.name,
      faults: () => this.faults,
      isAway,
      crash: () => this.crash(process),
      isWithin: this.isAlone,
    });
  }
}
