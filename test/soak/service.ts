/** A service of its own, in a folder of its own: killed, started again, its disk filled, and measured. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { DevAccount } from '../../src/cli/dev-organization.ts';
import { type ChildServer, startChild } from '../support/child-server.ts';

const mega = 1024 * 1024;
/** Makes a service collect its garbage on a signal. */
const collector = pathToFileURL(join(import.meta.dirname, 'collect-on-signal.js')).href;
/** V8 returns pages to the system within this time after that. Memory is measured so often meanwhile. */
const collectedMs = 3_000;
const collectedLooks = 6;
/** The time in which clients find a service again that was started, or that has space again. */
const recoveryMs = 30_000;

export type Measured = {
  readonly rssMb: number;
  /** Without the pages of files, which the system takes back when it needs them: the stores are mapped into memory. */
  readonly anonymousMb: number;
  /** Anonymous, without what V8 keeps free in its heap. */
  readonly usedMb: number;
  readonly heapMb: number;
  readonly diskMb: number;
};

export class Service {
  readonly name: string;
  readonly folder: string;
  readonly faults: string[] = [];
  kills = 0;
  fullDisks = 0;
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildServer | undefined;
  #mounted = false;
  #base = '';
  #isExpectedToEnd = false;
  #disturbedAt = Number.NEGATIVE_INFINITY;

  constructor(name: string, folder: string, env: Readonly<Record<string, string>>) {
    this.name = name;
    this.folder = folder;
    this.#env = env;
  }

  /** The id of the current process, or of the last one. */
  get base(): string {
    return this.#base;
  }

  get data(): string {
    return join(this.folder, 'data');
  }

  /** Whether nothing was done to it lately, so that no answer may be a 503 and nothing may be late. */
  get isCalm(): boolean {
    return performance.now() - this.#disturbedAt > recoveryMs;
  }

  /** What its metrics and its readiness say, for the report of a fault. */
  async condition(): Promise<string> {
    const since = Math.round((performance.now() - this.#disturbedAt) / 1000);
    const [ready, metrics] = await Promise.all(
      ['/health/ready', '/metrics'].map(async (path) => (await fetch(`${this.#base}${path}`)).text()),
    ).catch((error: unknown) => [String(error), '']);
    const lags = (metrics ?? '').match(/^(verbatim_read_model_lag|nodejs_eventloop_lag)\S* \S+$/gm) ?? [];
    const load = readFileSync('/proc/loadavg', 'utf8').trim();
    return `${this.name}, ${since} s after it was disturbed, load ${load}: ${ready?.slice(0, 300)} ${lags.join(', ')}`;
  }

  /** Mounts a file system in memory under the data, which can be filled to the last byte; false if that is not permitted. */
  mountDisk(bytes: number): boolean {
    this.#mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', this.folder]).status === 0;
    return this.#mounted;
  }

  async start(): Promise<void> {
    const child = await startChild(this.data, { NODE_OPTIONS: `--import=${collector}`, ...this.#env });
    this.#child = child;
    this.#base = child.base;
    child.process.once('exit', (code, signal) => {
      if (this.#isExpectedToEnd) return;
      this.faults.push(`${this.name}: the process ended (${code ?? signal}):\n${child.lines.slice(-20).join('\n')}`);
    });
    this.#disturbedAt = performance.now();
  }

  async kill(): Promise<void> {
    this.#isExpectedToEnd = true;
    this.#disturbedAt = Number.POSITIVE_INFINITY;
    await this.#child?.kill();
    this.#isExpectedToEnd = false;
    this.kills += 1;
  }

  /** Ends it for good and removes its disk. */
  async end(): Promise<number | null | undefined> {
    this.#isExpectedToEnd = true;
    const code = await this.#child?.interrupt();
    if (this.#mounted) spawnSync('umount', ['-l', this.folder]);
    return code;
  }

  /** Fills its disk until nothing more fits, for so long. */
  async fillDisk(forMs: number): Promise<void> {
    if (!this.#mounted) return;
    this.#disturbedAt = Number.POSITIVE_INFINITY;
    const filler = join(this.folder, 'of-others');
    await fill(filler);
    await new Promise((resolve) => setTimeout(resolve, forMs));
    rmSync(filler);
    this.fullDisks += 1;
    this.#disturbedAt = performance.now();
  }

  account(name: string): DevAccount {
    return JSON.parse(readFileSync(join(this.data, 'dev-accounts.json'), 'utf8'))[name];
  }

  /** Seconds of processor time that the process has used. */
  cpuSecs(): number {
    const fields = readFileSync(`/proc/${this.#child?.process.pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }

  /**
   * What it holds without garbage, which V8 collects late where memory is plenty. The least of some looks after a collection: a large
   * answer that is under way at one of them is load, and does not stay.
   */
  async measureCollected(): Promise<Measured> {
    this.#child?.process.kill('SIGUSR2');
    const looks: Measured[] = [];
    while (looks.length < collectedLooks) {
      await delay(collectedMs / collectedLooks);
      looks.push(await this.measure());
    }
    return looks.reduce((least, look) => (look.anonymousMb < least.anonymousMb ? look : least));
  }

  async measure(): Promise<Measured> {
    const status = readFileSync(`/proc/${this.#child?.process.pid}/status`, 'utf8');
    const of = (field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
    const metrics = await (await fetch(`${this.#base}/metrics`)).text();
    const metric = (name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]) / mega;
    const heapMb = metric('nodejs_heap_size_used_bytes');
    return {
      rssMb: of('VmRSS'),
      anonymousMb: of('RssAnon'),
      usedMb: of('RssAnon') - (metric('nodejs_heap_size_total_bytes') - heapMb),
      heapMb,
      diskMb: bytesUnder(this.data) / mega,
    };
  }
}

/** In pieces, so that the users continue in the meantime. */
async function fill(path: string): Promise<void> {
  const file = openSync(path, 'w');
  try {
    for (let bytes = mega; bytes >= 1; ) {
      try {
        writeSync(file, Buffer.alloc(bytes));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        bytes /= 2;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    closeSync(file);
  }
}

/** As blocks on the disk: the files of the stores have holes. */
function bytesUnder(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.blocks ?? 0)
    .reduce((sum, blocks) => sum + blocks * 512, 0);
}

/** The free bytes of the folder's file system. */
export const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};
