/** The ledger of one organization in this process: the events that are not sealed, and where sealing continues. */
import { hashIn, inBase64 } from '../../ledger/hashing.ts';
import { signedNote, verifierOf, verifierText } from '../../ledger/signed-note.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { DomainEvent, Recorded } from '../../vocabulary/events/index.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { logStream } from '../../vocabulary/log-streams.ts';
import { recordedIn, recordedPrefixes } from '../../vocabulary/recorded-kinds.ts';
import { appendByService } from '../decide/by-service.ts';
import { isOurs } from '../follow/is-ours.ts';
import { onceAMinute } from '../logger.ts';
import { type Batch, batchOf, type ToSeal } from './batch.ts';
import { type LedgerHead, missingKeyRemedy, readHead, SealingRefused, signersOf } from './ledger-head.ts';
import type { LedgerKeys } from './ledger-keys.ts';
import type { UnsealedEvents } from './unsealed-events.ts';

type LedgerParts = {
  readonly log: EventLog;
  readonly keys: LedgerKeys;
  /** The name that the organization's ledger gets if it begins now. */
  readonly originOf: (realmId: RealmId) => string;
  /** The position of the newest followed event. */
  readonly position: () => number;
  readonly now: () => number;
  readonly eventsMax: number;
};

export class Ledger {
  readonly #parts: LedgerParts;
  readonly realmId: RealmId;
  unsealed: UnsealedEvents;
  /** The last checkpoint of the ledger from which the organization was imported. */
  previous: string | undefined;
  /** The first event that only a later version of this service can seal. It and all later events wait for that version. */
  needsLaterVersion: string | undefined;
  /**
   * Whether the key of this process was compared with the ledger's. At the start it is compared, and a former key is replaced, even
   * if there is no event to seal.
   */
  isKeyCompared = true;
  /** Logs that events of this organization are not sealed. */
  readonly warn = onceAMinute();
  #refused: string | undefined;
  /** Undefined until it is read from the log. */
  #head: LedgerHead | undefined;
  /** The batch that is being appended. */
  #own: Batch | undefined;
  /** The newest tree that this process has signed or has seen signed. */
  #signed: { readonly size: number; readonly root: Buffer } | undefined;

  constructor(parts: LedgerParts, realmId: RealmId, unsealed: UnsealedEvents) {
    this.#parts = parts;
    this.realmId = realmId;
    this.unsealed = unsealed;
  }

  /** The reason why nothing is signed; undefined if sealing works. */
  get refused(): string | undefined {
    const { needsLaterVersion: later } = this;
    return this.#refused ?? (later && `${later} is of a later version of the service, which must seal it`);
  }

  /** Whether nothing is left to do until another event comes. */
  get isDone(): boolean {
    return this.unsealed.count === 0 && this.unsealed.heldUpTo === undefined && this.isKeyCompared;
  }

  refuse(why: string): void {
    this.#refused ??= why;
  }

  /** A batch is in the log, whichever process sealed it. */
  sealed({ data, revision, position }: Recorded<'LedgerSealed'>): void {
    const passedOver = this.unsealed.sealed(data.entries.map(([id]) => id));
    if (passedOver) this.refuse(`the event ${passedOver.id} was passed over when later ones were sealed`);
    const [head, own] = [this.#head, this.#own];
    [this.#head, this.#own] = [undefined, undefined];
    if (!head || revision !== head.revision + 1) return;
    if (own && own.data.checkpoint === data.checkpoint) {
      this.#head = { ...head, revision, position, tree: own.tree };
      return;
    }
    const tree = head.tree.copy();
    for (const [, hash] of data.entries) tree.add(hashIn(hash) ?? Buffer.alloc(0));
    const isWhole = tree.size === data.size && tree.subtrees.map(inBase64).join() === data.subtrees.join();
    if (!isWhole) this.refuse(`the tree of ${data.size} leaves does not follow from the events of its last batch`);
  }

  /** The ledger has begun, or another key signs. */
  changed(): void {
    this.#head = undefined;
  }

  /**
   * Takes one step: begins the ledger, replaces its key, or seals the next batch. Resolves with the position of the appended event;
   * undefined if nothing was appended. Throws SealingRefused and EventLogUnavailable.
   */
  async sealNext(): Promise<number | undefined> {
    await this.#holdMore();
    const head = await this.#soundHead();
    if (!head) return this.#begin();
    // Another process has sealed events that are not followed here yet. They would be sealed a second time.
    if (head.position > this.#parts.position()) {
      this.#head = undefined;
      return undefined;
    }
    const [current, former] = signersOf(head.origin, this.#parts.keys);
    if (!current) throw new SealingRefused('there is no key');
    if (verifierOf(current).id !== head.key.id) {
      if (!former || verifierOf(former).id !== head.key.id)
        throw new SealingRefused(
          `the key ${head.key.id}, which signs this ledger, is unknown to this process; ${missingKeyRemedy}`,
        );
      const [key, previousKey] = [current, former].map((signer) => verifierText(verifierOf(signer)));
      const note = signedNote(`${previousKey}\n${key}\n`, [former, current]);
      const data = { key: key as string, previousKey: previousKey as string, note };
      return this.#append({ type: 'LedgerKeyReplaced', data }, head.revision);
    }
    this.isKeyCompared = true;
    const events = await this.#next();
    if (events.length === 0) return undefined;
    this.#own = await batchOf(head, events, current);
    return this.#append({ type: 'LedgerSealed', data: this.#own.data }, head.revision);
  }

  async #soundHead(): Promise<LedgerHead | undefined> {
    const { log, keys } = this.#parts;
    this.#head ??= await readHead(log, this.realmId, keys);
    const { tree } = this.#head ?? {};
    const signed = this.#signed;
    if (!tree) {
      if (signed) throw new SealingRefused(`a tree of ${signed.size} leaves was signed, but the log has none of it`);
      return undefined;
    }
    const isOlder = signed && tree.size < signed.size;
    const isOther = signed && tree.size === signed.size && !tree.root().equals(signed.root);
    if (isOlder || isOther)
      throw new SealingRefused(
        `the log has a tree of ${tree.size} leaves, but another one of ${signed.size} was signed`,
      );
    this.#signed = { size: tree.size, root: tree.root() };
    return this.#head;
  }

  #begin(): Promise<number | undefined> {
    const { keys, originOf } = this.#parts;
    const origin = originOf(this.realmId);
    const [signer] = signersOf(origin, keys);
    if (!signer) throw new SealingRefused('there is no key');
    const key = verifierText(verifierOf(signer));
    const { previous } = this;
    return this.#append(
      { type: 'LedgerBegan', data: { origin, key, ...(previous !== undefined && { previous }) } },
      'none',
    );
  }

  /** Undefined on a conflict, because another process was faster. */
  async #append(event: DomainEvent, expected: number | 'none'): Promise<number | undefined> {
    const position = await appendByService(this.#parts, logStream.ledger(this.realmId), [event], expected);
    if (position === undefined) this.#head = undefined;
    return position;
  }

  /** The next events to seal. An event that the log no longer has, and that nobody has hashed, cannot be sealed. */
  async #next(): Promise<readonly ToSeal[]> {
    const { log, eventsMax } = this.#parts;
    const found = await Promise.all(
      this.unsealed.next(eventsMax).map(async ({ id, stream, revision, hash }): Promise<ToSeal | string> => {
        if (hash !== undefined) return { id, hash };
        const [read] = await log.readStream(stream, { from: revision, limit: 1 });
        return read?.id === id ? read : id;
      }),
    );
    const gone = new Set(found.filter((one) => typeof one === 'string'));
    if (gone.size > 0) this.unsealed.drop(gone);
    return found.filter((one) => typeof one !== 'string');
  }

  /** Reads from the log the events that did not fit into memory. */
  async #holdMore(): Promise<void> {
    const { log, position, eventsMax } = this.#parts;
    while (this.unsealed.heldUpTo !== undefined && this.unsealed.count < eventsMax) {
      const upTo = position();
      for await (const event of log.readAll(this.unsealed.heldUpTo, recordedPrefixes(this.realmId))) {
        if (event.position > upTo) break;
        if (!isOurs(event) || recordedIn(event)?.includes(this.realmId) !== true) continue;
        const { id, stream, revision } = event;
        if (!this.unsealed.addRead({ id, stream, revision, position: event.position })) return;
      }
      this.unsealed.wasReadUpTo(upTo, upTo === position());
    }
  }
}
