/**
 * The copies of past states, in the data folder. A replica begins at the newest copy before its moment
 * (docs/decisions/0027-copies-of-the-past.md). When the follower sees that something in a copy was erased, the copy is removed at once.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { FollowerPart } from '../../engine/follow/follower.ts';
import type { Logger } from '../../engine/logger.ts';
import { freeBytesNow, replaceFile, syncPath } from '../../folders.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { isOf } from '../../replay/history.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { changesErasures, type Erasing, erasesFrom } from '../erasing.ts';
import { leastUseful } from './choice.ts';
import { type Kept, type Manifest, manifestIn, writeManifest } from './manifest.ts';

export type Copy = Omit<Manifest, 'version' | 'sha256'> & { readonly folder: string };

export type CopiesParts = {
  /** A folder that nothing else uses. */
  readonly folder: string;
  readonly log: Pick<EventLog, 'readAll' | 'tail'>;
  readonly logger: Logger;
  /** The bound on the bytes of all copies together. */
  readonly bytesMax: number;
  readonly freeBytes?: (folder: string) => number;
  /** Called when copies of an organization are removed because something in them was erased. */
  readonly onErased?: (realmId: RealmId) => void;
};

/** After this many events, the position up to which the copies were compared with erasures is stored, and the free space is checked. */
const notedEvery = 5_000;
/** At most this many events are read again at a start. If there are more, all copies are removed. */
const readAgainMax = 20_000;

const noted = 'compared.json';
const Noted = z.object({ position: z.int() });

export class PastCopies implements FollowerPart {
  readonly #parts: CopiesParts;
  /** In ascending order of the events that are folded in them. */
  #copies: readonly Copy[] = [];
  /** The copies were compared with the erasures in the log up to this position. */
  #comparedTo: number;
  /** Erasures in organizations for which copies are being made. They may be newer than what the copy takes into account. */
  readonly #meanwhile = new Map<RealmId, { readonly position: number; readonly from: number }[]>();
  /** Runs the removals of folders and the writes of the position one after the other. */
  #work: Promise<void> = Promise.resolve();
  readonly #stuck = new Set<string>();
  #isCompared = false;
  #position = 0;
  #sinceNoted = 0;

  constructor(parts: CopiesParts) {
    this.#parts = parts;
    const { folder } = parts;
    this.#comparedTo = notedIn(folder);
    const found: Copy[] = [];
    for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
      const path = join(folder, entry.name);
      const manifest = entry.isDirectory() && !entry.name.endsWith('.partial') ? manifestIn(path) : undefined;
      if (manifest) found.push({ ...manifest, folder: path });
      else if (entry.isDirectory() || entry.name.endsWith('.partial')) rmSync(path, { recursive: true, force: true });
    }
    this.#copies = found.sort(inOrder);
  }

  get counts(): { readonly copies: number; readonly bytes: number } {
    return { copies: this.#copies.length, bytes: bytesOf(this.#copies) };
  }

  /** Compares the copies with the erasures up to `begin`, the position from which this process follows the log. */
  async compare(begin: number): Promise<void> {
    const known = this.#copies.map(({ knownTo }) => Math.max(knownTo, this.#comparedTo));
    const from = Math.min(...known);
    try {
      // The log ends before the copies do: it is another log, or was restored from an older backup.
      if (known.length > 0 && Math.max(...known) > (await this.#parts.log.tail())) this.#drop(this.#copies);
      else if (from < begin) await this.#compare(from, begin);
    } catch (error) {
      this.#parts.logger.warn(
        { err: error },
        'copies of the past are removed: they could not be compared with the log',
      );
      this.#drop(this.#copies);
    }
    this.#isCompared = true;
  }

  async #compare(from: number, begin: number): Promise<void> {
    let read = 0;
    const realms = new Set(this.#copies.map(({ realmId }) => realmId as RealmId));
    for await (const event of this.#parts.log.readAll(from)) {
      if (event.position > begin) return;
      read += 1;
      if (read > readAgainMax) return this.#drop(this.#copies);
      if (changesErasures(event)) for (const realmId of realms) if (isOf(event, realmId)) this.#erased(realmId, event);
    }
  }

  see({ event }: Parameters<FollowerPart['see']>[0]): void {
    this.#position = event.position;
    this.#sinceNoted += 1;
    if (changesErasures(event)) this.#erased(event.realmId, event);
  }

  settle(): undefined {
    if (this.#sinceNoted < notedEvery) return;
    this.#sinceNoted = 0;
    this.makeRoom();
    this.#note();
  }

  of(realmId: RealmId): readonly Copy[] {
    return this.#isCompared ? this.#copies.filter((copy) => copy.realmId === realmId) : [];
  }

  nearest(realmId: RealmId, position: number): Copy | undefined {
    return this.of(realmId).findLast((copy) => copy.position <= position);
  }

  erasuresFile(realmId: RealmId): string {
    return join(this.#parts.folder, `${realmId}.erasures.json`);
  }

  /** A copy is about to be made: erasures from now on are remembered until `end` is called. */
  begin(realmId: RealmId): { readonly folder: () => string; readonly end: () => void } {
    this.#meanwhile.set(realmId, []);
    mkdirSync(this.#parts.folder, { recursive: true, mode: 0o700 });
    const folder = (): string => {
      const path = join(this.#parts.folder, `${realmId}-${randomUUID()}.partial`);
      mkdirSync(path, { mode: 0o700 });
      return path;
    };
    return { folder, end: () => void this.#meanwhile.delete(realmId) };
  }

  /**
   * Adds a copy that was written into a folder of `begin`. Returns false, and removes the copy, if something in it was erased in the
   * meantime.
   */
  async add(realmId: RealmId, partial: string, kept: Kept): Promise<boolean> {
    const folder = partial.slice(0, -'.partial'.length);
    const copy: Copy = { ...kept, realmId, bytes: bytesIn(partial), folder };
    await writeManifest(partial, { ...kept, realmId, bytes: copy.bytes });
    const isErased = (this.#meanwhile.get(realmId) ?? []).some((one) => isIn(copy, one));
    if (isErased) {
      await rm(partial, { recursive: true, force: true });
      return false;
    }
    // Done in one synchronous step, so that any later erasure finds the copy.
    renameSync(partial, folder);
    this.#copies = [...this.#copies, copy].sort(inOrder);
    await syncPath(this.#parts.folder);
    this.makeRoom();
    return this.#copies.includes(copy);
  }

  drop(copy: Copy): void {
    this.#drop([copy]);
  }

  /** Removes the copies that save least, until the rest fits and the disk has enough free space. */
  makeRoom(): void {
    if (this.#copies.length === 0) return;
    const { bytesMax } = this.#parts;
    for (const realmId of new Set(this.#copies.map((copy) => copy.realmId))) {
      const own = this.#copies.filter((copy) => copy.realmId === realmId);
      const least = own.length > limits.pastCopiesMax ? leastUseful(own) : undefined;
      if (least) this.#drop([least.copy]);
    }
    let missing = Math.max(bytesOf(this.#copies) - bytesMax, limits.keptFreeByCopiesBytes - this.free);
    while (missing > 0 && this.#copies.length > 0) {
      const realms = [...new Set(this.#copies.map(({ realmId }) => realmId))];
      const least = realms
        .flatMap((realmId) => leastUseful(this.#copies.filter((copy) => copy.realmId === realmId)) ?? [])
        .sort((one, other) => one.worth - other.worth)[0];
      if (!least) break;
      missing -= least.copy.bytes;
      this.#drop([least.copy]);
    }
  }

  /** The free bytes on the disk of the copies. */
  get free(): number {
    return (this.#parts.freeBytes ?? freeBytesNow)(this.#parts.folder);
  }

  /** Resolves when every copy that contains something erased is off the disk, for all erasures that this process has followed. */
  async scrubbed(): Promise<void> {
    if (!this.#isCompared) this.#drop(this.#copies);
    for (const folder of this.#stuck) this.#remove(folder);
    await this.#work;
    const { folder } = this.#parts;
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (name.endsWith('.partial')) await rm(join(folder, name), { recursive: true, force: true });
    if (this.#stuck.size > 0) throw new Error('copies of the past could not be removed');
  }

  async close(): Promise<void> {
    this.#note();
    await this.#work;
  }

  #erased(realmId: RealmId, event: Erasing): void {
    const one = { position: event.position, from: erasesFrom(event) };
    this.#meanwhile.get(realmId)?.push(one);
    const erased = this.#copies.filter(
      (copy) => copy.realmId === realmId && this.#isNews(copy, one) && isIn(copy, one),
    );
    if (erased.length === 0) return;
    this.#drop(erased);
    this.#parts.onErased?.(realmId);
  }

  #isNews({ knownTo }: Copy, { position }: { readonly position: number }): boolean {
    return position > Math.max(knownTo, this.#comparedTo);
  }

  #drop(copies: readonly Copy[]): void {
    if (copies.length === 0) return;
    this.#copies = this.#copies.filter((copy) => !copies.includes(copy));
    for (const { folder } of copies) this.#remove(folder);
    if (this.#isCompared) this.#note();
  }

  #remove(folder: string): void {
    this.#stuck.add(folder);
    void this.#after(async () => {
      await rm(folder, { recursive: true, force: true });
      await syncPath(this.#parts.folder);
      this.#stuck.delete(folder);
    }).catch((error: unknown) => this.#parts.logger.warn({ err: error }, 'a copy of the past was not removed'));
  }

  /** Stores the position up to which the copies were compared, after copies that contain something erased are removed. */
  #note(): void {
    const { folder, logger } = this.#parts;
    const position = this.#position;
    if (!this.#isCompared || position <= this.#comparedTo || this.#copies.length === 0) return;
    void this.#after(async () => {
      if (this.#stuck.size > 0) return;
      await replaceFile(join(folder, noted), JSON.stringify({ position }));
    }).catch((error: unknown) => logger.warn({ err: error }, 'the progress of comparing copies was not saved'));
  }

  #after(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => undefined);
    return done;
  }
}

const inOrder = (one: Copy, other: Copy): number => one.folded - other.folded;

/** Whether the copy may contain something that the event erases. */
const isIn = (copy: Copy, { position, from }: { readonly position: number; readonly from: number }): boolean =>
  position > copy.knownTo && from <= copy.idMax;

const bytesOf = (copies: readonly Copy[]): number => copies.reduce((sum, { bytes }) => sum + bytes, 0);

const bytesIn = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

function notedIn(folder: string): number {
  try {
    return Noted.parse(JSON.parse(readFileSync(join(folder, noted), 'utf8'))).position;
  } catch {
    // The file is missing or damaged, so that more events are read again.
    return 0;
  }
}
