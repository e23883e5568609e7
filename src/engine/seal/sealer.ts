/**
 * Seals recorded events, each once and in the order of the log. An event is sealed at most a second or a thousand events after it was
 * appended. Sealing runs after the appends and delays nobody. Several processes may seal: the ledger's log stream accepts a batch only at
 * its newest revision, so that a later process finds that another one has sealed. Sealed batches are not recorded events, so that a seal
 * never causes another seal.
 */
import { leafHashTextOfStored } from '../../ledger/leaf.ts';
import { type EventLog, EventLogUnavailable, type StoredEvent } from '../../ports/event-log.ts';
import type { ServerState } from '../../state/realm-state.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';
import { textLengthOf } from '../../vocabulary/events/text-length.ts';
import { usersNamedIn } from '../../vocabulary/events/users-named.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { realmIdIn } from '../../vocabulary/log-streams.ts';
import { isRecorded, recordedIn } from '../../vocabulary/recorded-kinds.ts';
import type { Followed, Follower, FollowerPart } from '../follow/follower.ts';
import { isOurs } from '../follow/is-ours.ts';
import type { Logger } from '../logger.ts';
import { Wakes } from '../wakes.ts';
import { Ledger } from './ledger.ts';
import { SealingRefused } from './ledger-head.ts';
import type { LedgerKeys } from './ledger-keys.ts';
import { type UnsealedEvent, UnsealedEvents, type UnsealedMemory } from './unsealed-events.ts';

export type Sealing = {
  readonly keys: LedgerKeys;
  /** The host in the names of new ledgers. */
  readonly host: string;
  /** The number of events in a batch. Only tests set it. */
  readonly eventsMax?: number;
  readonly withinMs?: number;
  /** The number of events that are held while nothing can be sealed. Only tests set it. */
  readonly heldMax?: number;
};

type SealerParts = Sealing & {
  readonly log: EventLog;
  readonly state: ServerState;
  readonly follower: Pick<Follower, 'position' | 'reachedWithin'>;
  /** Whether this process leads. The leader seals; another process seals only events that have waited for long. */
  readonly leads: () => boolean;
  readonly now: () => number;
  readonly logger: Logger;
};

/** What a snapshot keeps for each organization. `previous`: the checkpoint of the ledger from which it was imported. */
export type SealerMemory = ReadonlyMap<RealmId, UnsealedMemory & Pick<Ledger, 'previous' | 'needsLaterVersion'>>;

/** What operators see of sealing. */
export type SealingStatus = {
  readonly unsealed: number;
  /** How many milliseconds the oldest unsealed event has waited. */
  readonly oldestMs: number;
  readonly refused: readonly { readonly realmId: number; readonly why: string }[];
};

const eventsMaxUsual = 1_000;
const withinMsUsual = 1_000;
/** If events have waited for longer, a process that does not lead seals them. */
const waitedLongMs = 5_000;
const atOnce = 16;
const foldedWithinMs = 10_000;
/** How long a stop waits for the last events to be sealed. */
const stopMsMax = 2_000;
/**
 * A short event is hashed when it is followed, so that it need not be held until it is sealed. Longer events are hashed later, with yields
 * to the event loop.
 */
const shortLength = 16 * 1024;
const shortUsers = 256;

const isShort = (event: Recorded): boolean => textLengthOf(event) <= shortLength && usersNamedIn(event) <= shortUsers;

export class Sealer implements FollowerPart {
  readonly #parts: SealerParts;
  readonly #eventsMax: number;
  readonly #withinMs: number;
  readonly #ledgers = new Map<RealmId, Ledger>();
  /** Ledgers that have events to seal, or whose key is still to be compared. */
  readonly #waiting = new Set<Ledger>();
  readonly #wakes = new Wakes();
  readonly #stop = new AbortController();
  #isLive = false;
  #isStopping = false;
  #isFull = false;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(parts: SealerParts, memory: SealerMemory = new Map()) {
    this.#parts = parts;
    this.#eventsMax = parts.eventsMax ?? eventsMaxUsual;
    this.#withinMs = parts.withinMs ?? withinMsUsual;
    for (const [realmId, { previous, needsLaterVersion, ...unsealed }] of memory) {
      const ledger = this.#ledger(realmId, UnsealedEvents.from(unsealed, parts.heldMax));
      Object.assign(ledger, { previous, needsLaterVersion });
      this.#waiting.add(ledger);
    }
  }

  see({ event }: Followed, stored: StoredEvent): void {
    if (event.kind === 'ledger') this.#seeLedger(event);
    if (event.type === 'ImportBegan') this.#seeImport(event);
    if (!isRecorded(event.kind, event.type)) return;
    const realmIds = event.kind === 'server' ? (recordedIn(stored) ?? []) : [event.realmId];
    const hash = this.#isLive && this.#parts.leads() && isShort(event) ? leafHashTextOfStored(stored) : undefined;
    for (const realmId of realmIds) this.#add(realmId as RealmId, event, hash);
  }

  skip(stored: StoredEvent): void {
    if (!isOurs(stored)) return;
    const realmIds = recordedIn(stored);
    for (const realmId of realmIds ?? []) this.#add(realmId as RealmId, stored);
    const realmId = realmIdIn(stored.stream);
    if (realmIds === undefined && realmId !== undefined)
      this.#ledger(realmId as RealmId).needsLaterVersion ??= `${stored.type} (${stored.id})`;
  }

  settle(): undefined {
    // A timer that is set after the stop would keep the process alive for ever.
    if (!this.#isLive || this.#waiting.size === 0 || this.#stop.signal.aborted) return;
    if (this.#isFull) this.#run();
    else this.#timer ??= setTimeout(() => this.#run(), this.#withinMs);
  }

  /** Must be called when the log has been followed to its end. */
  start(): void {
    this.#isLive = true;
    // Ledgers without new events are compared, too. So a lost key shows at once, and the former key can be removed when no ledger
    // needs it.
    for (const realmId of this.#parts.state.realms.keys()) {
      const ledger = this.#ledger(realmId);
      ledger.isKeyCompared = false;
      this.#waiting.add(ledger);
    }
    this.settle();
  }

  /**
   * Resolves when all recorded events of the organization up to `position` are sealed. Rejects when this process stops or `signal` is
   * aborted.
   */
  async sealed(realmId: RealmId, position: number, signal?: AbortSignal): Promise<void> {
    const isSealed = (): boolean =>
      this.#parts.follower.position >= position &&
      (this.#ledgers.get(realmId)?.unsealed.isSealedUpTo(position) ?? true);
    while (!isSealed()) {
      this.#stop.signal.throwIfAborted();
      signal?.throwIfAborted();
      await this.#wakes.next(signal);
    }
  }

  status(realmId?: RealmId): SealingStatus {
    let [unsealed, oldestMs] = [0, 0];
    const now = performance.now();
    const isMeant = (ledger: Ledger): boolean => realmId === undefined || ledger.realmId === realmId;
    for (const ledger of this.#waiting) {
      const { unsealed: events } = ledger;
      if (!isMeant(ledger) || events.count === 0) continue;
      unsealed += events.count;
      oldestMs = Math.max(oldestMs, now - (events.first?.seenAt ?? this.#startedAt));
    }
    const refused = [...this.#ledgers.values()]
      .filter(isMeant)
      .flatMap(({ realmId: of, refused: why }) => (why === undefined ? [] : [{ realmId: of, why }]));
    return { unsealed, oldestMs: unsealed === 0 ? 0 : oldestMs, refused };
  }

  /** Resolves when everything that was followed before the call is sealed, or cannot be sealed. */
  async sealNow(): Promise<void> {
    const before = this.#running;
    await before;
    this.#run();
    await this.#running;
  }

  /** What was folded from the log so far, for a snapshot. */
  memory(): SealerMemory {
    return new Map(
      [...this.#waiting].map((ledger) => [
        ledger.realmId,
        { ...ledger.unsealed.memory(), previous: ledger.previous, needsLaterVersion: ledger.needsLaterVersion },
      ]),
    );
  }

  /** Seals the last events first, because they could be changed unnoticed while no process runs. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const late = setTimeout(() => this.#abort(), stopMsMax);
    // The beginning of a ledger is sealed after its first events.
    for (let round = 0; this.#isLive && round < 2; round += 1) await this.sealNow();
    clearTimeout(late);
    this.#abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #abort(): void {
    this.#stop.abort(new EventLogUnavailable('the process stops'));
    this.#wakes.all();
  }

  readonly #startedAt = performance.now();

  #ledger(realmId: RealmId, unsealed?: UnsealedEvents): Ledger {
    const known = this.#ledgers.get(realmId);
    if (known) return known;
    const { log, keys, follower, now, host, state, heldMax } = this.#parts;
    // Looked up in the registered subdomains, because a ledger may begin before the organization is created.
    const nameOf = (of: RealmId): string => [...state.bySubdomain].find(([, id]) => id === of)?.[0] ?? '';
    const originOf = (of: RealmId): string => originName(host, nameOf(of));
    const position = (): number => follower.position;
    const parts = { log, keys, originOf, position, now, eventsMax: this.#eventsMax };
    const ledger = new Ledger(parts, realmId, unsealed ?? new UnsealedEvents(heldMax));
    this.#ledgers.set(realmId, ledger);
    return ledger;
  }

  #add(realmId: RealmId, { id, stream, revision, position }: UnsealedEvent, hash?: string): void {
    const ledger = this.#ledger(realmId);
    const seenAt = this.#isLive ? performance.now() : undefined;
    ledger.unsealed.add({
      id,
      stream,
      revision,
      position,
      ...(seenAt !== undefined && { seenAt }),
      ...(hash !== undefined && { hash }),
    });
    this.#waiting.add(ledger);
    if (ledger.unsealed.count >= this.#eventsMax) this.#isFull = true;
  }

  #seeLedger(event: Recorded): void {
    const ledger = this.#ledger(event.realmId);
    if (event.type !== 'LedgerSealed') ledger.changed();
    else {
      ledger.sealed(event);
      this.#wakes.all();
    }
    if (event.type === 'LedgerBegan') ledger.previous = undefined;
  }

  #seeImport({ data }: Recorded<'ImportBegan'>): void {
    for (const { realmId, checkpoint } of data.realms)
      if (checkpoint !== undefined) this.#ledger(realmId).previous = checkpoint;
  }

  #run(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running ??= this.#sealAll().finally(() => {
      this.#running = undefined;
      this.settle();
    });
  }

  async #sealAll(): Promise<void> {
    this.#isFull = false;
    for (const ledger of this.#waiting) if (ledger.isDone) this.#waiting.delete(ledger);
    const ledgers = [...this.#waiting].filter((ledger) => this.#isToSeal(ledger));
    for (let from = 0; from < ledgers.length && !this.#stop.signal.aborted; from += atOnce)
      await Promise.all(ledgers.slice(from, from + atOnce).map((ledger) => this.#seal(ledger)));
  }

  #isToSeal({ realmId, refused, unsealed }: Ledger): boolean {
    const { state, leads } = this.#parts;
    if (refused !== undefined || state.importing.has(realmId)) return false;
    if (this.#isStopping && unsealed.count === 0) return false;
    return leads() || performance.now() - (unsealed.first?.seenAt ?? this.#startedAt) > waitedLongMs;
  }

  /** Seals batch after batch while a full one remains. Never rejects. */
  async #seal(ledger: Ledger): Promise<void> {
    const { follower, logger, state } = this.#parts;
    const { realmId } = ledger;
    if (!state.realms.has(realmId)) return;
    try {
      for (let isMore = true; isMore && !this.#stop.signal.aborted && ledger.refused === undefined; ) {
        const before = ledger.unsealed.count;
        const position = await ledger.sealNext();
        if (position === undefined || !(await follower.reachedWithin(position, foldedWithinMs))) break;
        // Nothing was sealed if the ledger has only begun.
        isMore = ledger.unsealed.count >= Math.min(before, this.#eventsMax) || ledger.unsealed.heldUpTo !== undefined;
      }
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      if (error instanceof SealingRefused) ledger.refuse(error.message);
      else ledger.warn(() => logger.warn({ err: error, realm: realmId }, 'events are not sealed yet; trying again'));
    }
    if (ledger.refused !== undefined)
      logger.error({ realm: realmId, why: ledger.refused }, 'the ledger is not signed any further');
  }
}

/** The ledger of an organization without a subdomain has the name of the service. */
const originName = (host: string, subdomain: string): string =>
  subdomain === '' ? `${host}/audit` : `${host}/audit/${subdomain}`;
