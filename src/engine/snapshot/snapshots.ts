/**
 * Saves snapshots of the state in the read store (docs/decisions/0010-a-snapshot-of-the-state.md). The process that projects saves them
 * after a number of events, before a scrub, and when the server stops. The follower pauses only while the pages are made, with yields to
 * the event loop. They are written while the follower continues.
 */
import { Breaks } from '../../define/breaks.ts';
import type { Landmark } from '../../ports/event-log.ts';
import { type Lease, LeaseLost, type ReadStore, ReadStoreUnavailable } from '../../ports/read-store.ts';
import type { Followed, Follower, FollowerPart } from '../follow/follower.ts';
import { landmarksAfter } from '../log-identity.ts';
import type { Logger } from '../logger.ts';
import type { Projector } from '../project/projector.ts';
import { type Head, headId, snapshotHead, snapshotParts } from './documents.ts';
import { type Moment, type Page, pagesOf } from './pages.ts';
import { writeSnapshot } from './write.ts';

type SnapshotParts = {
  readonly store: ReadStore;
  readonly logger: Logger;
  readonly follower: Follower;
  readonly projector: Projector;
  readonly lease: () => Lease | undefined;
  readonly moment: () => Moment;
  /** The snapshot from which this process started. */
  readonly saved: Head | undefined;
  /** A snapshot is saved after this many events. Absent: the default. */
  readonly every?: number;
};

const usualEvery = 50_000;
/** More than the landmarks of a snapshot. */
const recentMax = 64;
/** A large snapshot is saved less often: one more event is required for this many of its bytes. */
const bytesEach = 100;
/** At a stop, no snapshot is saved if fewer events than this follow the newest one, because the next start folds them quickly. */
const leftAtStop = 1_000;

export class Snapshots implements FollowerPart {
  readonly #parts: SnapshotParts;
  /** Some of the newest events that were followed, or else those of the snapshot from which this process started. */
  readonly #recent: Landmark[];
  /** How many events were folded since the newest snapshot. */
  #since = 0;
  #bytes: number;
  #isLive = false;
  #saving: Promise<boolean> | undefined;

  constructor(parts: SnapshotParts) {
    this.#parts = parts;
    this.#recent = [...(parts.saved?.landmarks ?? [])];
    this.#bytes = parts.saved?.bytes ?? 0;
  }

  see({ event }: Followed): void {
    this.#since += 1;
    this.#recent.push(event);
    if (this.#recent.length >= recentMax) this.#recent.splice(0, recentMax / 2);
  }

  settle(): undefined {
    if (!this.#isLive || this.#saving || this.#since < this.#due) return;
    this.#save().catch((error: unknown) => {
      this.#parts.logger.warn({ err: error }, 'no snapshot was saved; trying again later');
      this.#since = Math.floor(this.#due / 2);
    });
  }

  /** Must be called when the log has been followed to its end. */
  start(): void {
    this.#isLive = true;
    this.settle();
  }

  /**
   * Replaces the snapshot, because it may contain data that has been erased since, and the parts of one that was never completed. Throws
   * if they could not be replaced.
   */
  async renew(): Promise<void> {
    await this.#saving?.catch(() => undefined);
    if (!this.#isLive || this.#since === 0 || !(await this.#hasParts())) return;
    if (!(await this.#save())) throw new ReadStoreUnavailable('another process saves snapshots');
  }

  /** Saves a snapshot in a read store that has lost its own. */
  async again(): Promise<void> {
    await this.#saving?.catch(() => undefined);
    if (this.#isLive) await this.#save();
  }

  /** Saves a last snapshot if enough events would have to be folded again. At this point no requests are served. */
  async stop(): Promise<void> {
    await this.#saving?.catch(() => undefined);
    const isWorth = this.#since >= Math.min(this.#due, Math.max(leftAtStop, this.#bytes / (20 * bytesEach)));
    if (!this.#isLive || !isWorth) return;
    this.#isLive = false;
    await this.#save().catch((error: unknown) => this.#parts.logger.warn({ err: error }, 'no snapshot was saved'));
  }

  get #due(): number {
    return this.#parts.every ?? Math.max(usualEvery, this.#bytes / bytesEach);
  }

  #saved(): Promise<Head | undefined> {
    return this.#parts.store.snapshot((view) => view.get(snapshotHead, headId));
  }

  async #hasParts(): Promise<boolean> {
    const range = { prefix: [], limit: 1 };
    const keys = await this.#parts.store.snapshot((view) => view.scanKeys(snapshotParts, 'byGeneration', range));
    return keys.length > 0;
  }

  /** Saves one snapshot at a time. The previous snapshot remains until the new one is complete. False without the lease. */
  #save(): Promise<boolean> {
    const before = this.#saving?.catch(() => undefined) ?? Promise.resolve();
    const saving = before
      .then(() => this.#saveNow())
      .finally(() => {
        if (this.#saving === saving) this.#saving = undefined;
      });
    this.#saving = saving;
    return saving;
  }

  async #saveNow(): Promise<boolean> {
    const { follower, projector, store, lease, moment } = this.#parts;
    if (!lease()) return false;
    let [since, isSaved] = [0, false];
    try {
      const { pages, newest, landmarks } = await follower.hold(async () => {
        const now = moment();
        [since, this.#since] = [this.#since, 0];
        return {
          newest: now.state.newest,
          landmarks: landmarksAfter(this.#recent, []),
          pages: await pagesInSlices(now),
        };
      });
      // After a start, only events after the snapshot reach the read models. So they must have absorbed all events of the snapshot.
      await projector.reads.waitBriefly(newest.position);
      const held = lease();
      if (!held) return false;
      if (projector.position < newest.position)
        throw new ReadStoreUnavailable('the read models are behind the snapshot');
      const about = { position: newest.position, at: newest.at, landmarks };
      this.#bytes = await writeSnapshot(store, held, await this.#saved(), about, pages);
      isSaved = true;
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    } finally {
      // A scrub that is tried again must not find that nothing has changed since the snapshot.
      if (!isSaved) this.#since += since;
    }
    return isSaved;
  }
}

async function pagesInSlices(moment: Moment): Promise<Page[]> {
  const pages: Page[] = [];
  const breaks = new Breaks();
  for (const page of pagesOf(moment)) {
    pages.push(page);
    if (breaks.isDue) await breaks.take();
  }
  return pages;
}
