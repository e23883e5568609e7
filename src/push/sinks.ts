/**
 * Sends the trail to push sinks. Each sink has one loop: it claims the next batch in the log, sends it, and records that it was accepted.
 * It waits for new events, and has only the current batch in memory; everything that a receiver has not accepted stays in the log. Only the
 * leading process sends. Sinks that keep up share the newest events in memory, whose number is bounded.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Semaphore } from '../define/mutex.ts';
import { during } from '../define/under-way.ts';
import type { Followed, FollowerPart } from '../engine/follow/follower.ts';
import type { Logger } from '../engine/logger.ts';
import type { RealmState, ServerState } from '../state/realm-state.ts';
import { nextNumber, type Sink, sinkRestsUntil } from '../state/sinks.ts';
import type { SinkProgress } from '../vocabulary/events/sinks.ts';
import type { Millis, RealmId, SinkId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { isRecorded } from '../vocabulary/recorded-kinds.ts';
import { serviceVersion } from '../vocabulary/versions.ts';
import { type Posted, postJson, type SendPost } from '../webhooks/post-json.ts';
import type { Batch, Claim, Next, Place } from './batch.ts';
import { formatOf } from './formats.ts';
import type { RecentEvents } from './recent-events.ts';
import { signatureHeaders } from './signature.ts';

export type Of = { readonly realm: RealmState; readonly sink: Sink };

export type SinksParts = {
  /** Gets every followed event. */
  readonly recent: Pick<RecentEvents, 'see'>;
  readonly state: ServerState;
  readonly leads: () => boolean;
  /** The newest followed position. */
  readonly position: () => number;
  /** Waits for a limited time until events up to a position are sealed, so that their records name their leaves. */
  readonly sealed: (realmId: RealmId, position: number, signal: AbortSignal) => Promise<void>;
  /** The next events up to a position. `since`: nothing before it is left to send. */
  readonly next: (of: Of, position: number, since: number | undefined) => Promise<Next>;
  readonly claimed: (of: Of, claim: Claim) => Promise<Batch>;
  /** The place after an event; undefined if there is no such event. */
  readonly placeOf: (realmId: RealmId, eventId: string) => Promise<Place | undefined>;
  /** False if another process was faster. */
  readonly record: (realmId: RealmId, sinkId: SinkId, progress: SinkProgress) => Promise<boolean>;
  readonly disable: (realmId: RealmId, sinkId: SinkId) => Promise<void>;
  readonly secrets: (realmId: RealmId, sinkId: SinkId) => readonly string[];
  readonly toPrivateAddresses: boolean;
  readonly now: () => Millis;
  readonly logger: Logger;
  readonly send?: SendPost;
  /** Waits for some milliseconds; rejects if the signal is aborted. Only tests set it. */
  readonly after?: (ms: Millis, signal: AbortSignal) => Promise<unknown>;
};

type Loop = {
  readonly realmId: RealmId;
  readonly sinkId: SinkId;
  /** The newest position at which there may be something to send. */
  news: number;
  /** Events up to this position are being sent, after a wait for their seal. Undefined if all of them were sent. */
  sending: number | undefined;
  /** Nothing was left to send up to `position`, after the sink had received `actions` up to the place `upTo`. */
  caughtUp: (Pick<Sink, 'actions'> & { readonly upTo: Place; readonly position: number }) | undefined;
  wake: () => void;
};

/** The first pause after a failure of this service. Each further failure doubles it. */
const retryMs = 1_000;
const retryMsMax = 32_000;
const restMsMax = 1000 * limits.sinkRestSecsMax;
const beginning: Place = { position: 0, at: 0, eventId: '' };

export class Sinks implements FollowerPart {
  readonly #parts: SinksParts;
  readonly #send: SendPost;
  readonly #after: NonNullable<SinksParts['after']>;
  readonly #loops = new Map<string, Loop>();
  readonly #running = new Set<Promise<void>>();
  readonly #permits = new Semaphore(limits.sinksSentAtOnceMax);
  readonly #stop = new AbortController();
  #isStarted = false;

  constructor(parts: SinksParts) {
    this.#parts = parts;
    // Each concurrent send may add a listener.
    setMaxListeners(0, this.#stop.signal);
    this.#send =
      parts.send ?? postJson({ answerMsMax: limits.sinkAnswerMsMax, bodyBytesMax: limits.sinkAnswerBytesMax });
    this.#after = parts.after ?? ((ms, signal) => delay(ms, undefined, { signal, ref: false }));
  }

  see(followed: Followed): void {
    const { event, realm } = followed;
    if (!this.#isStarted) return;
    this.#parts.recent.see(followed);
    if (!realm) return;
    if (event.type.startsWith('Sink')) this.#begin(realm);
    if (event.type === 'SinkRemoved') this.#loops.get(keyOf(realm.realmId, event.data.sinkId))?.wake();
    if (realm.sinks.byId.size === 0 || !isRecorded(event.kind, event.type)) return;
    for (const sinkId of realm.sinks.byId.keys()) {
      const loop = this.#loops.get(keyOf(realm.realmId, sinkId));
      if (!loop) continue;
      loop.news = event.position;
      loop.wake();
    }
  }

  lead(): void {
    if (this.#isStarted) this.start();
  }

  /** Must be called when the end of the log has been reached. */
  start(): void {
    this.#isStarted = true;
    for (const realm of this.#parts.state.realms.values()) this.#begin(realm);
  }

  /** Resolves when nothing is being sent. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    this.#stop.abort();
    for (const loop of this.#loops.values()) loop.wake();
    await Promise.all(this.#running);
  }

  #begin({ realmId, sinks }: RealmState): void {
    for (const sinkId of sinks.byId.keys()) {
      const key = keyOf(realmId, sinkId);
      if (this.#loops.has(key) || !this.#sendsTo(realmId, sinkId)) continue;
      const loop: Loop = {
        realmId,
        sinkId,
        news: this.#parts.position(),
        sending: undefined,
        caughtUp: undefined,
        wake: () => undefined,
      };
      this.#loops.set(key, loop);
      void during(this.#running, this.#run(loop));
    }
  }

  /** The sink, if this process must send to it now. */
  #sendsTo(realmId: RealmId, sinkId: SinkId): Of | undefined {
    const { state, leads } = this.#parts;
    const realm = state.realms.get(realmId);
    const sink = realm?.sinks.byId.get(sinkId);
    const isOpen = !this.#stop.signal.aborted && leads() && !state.importing.has(realmId);
    return realm && sink?.enabled && isOpen ? { realm, sink } : undefined;
  }

  /** Never rejects. */
  async #run(loop: Loop): Promise<void> {
    const { realmId, sinkId } = loop;
    let pauseMs = retryMs;
    for (let of = this.#sendsTo(realmId, sinkId); of; of = this.#sendsTo(realmId, sinkId)) {
      try {
        await this.#step(loop, of);
        pauseMs = retryMs;
      } catch (error) {
        if (this.#stop.signal.aborted) break;
        this.#parts.logger.error(
          { err: error, realm: realmId, sink: sinkId },
          'a push sink is not served; trying again',
        );
        await this.#pause(pauseMs);
        pauseMs = Math.min(2 * pauseMs, retryMsMax);
      }
    }
    // Done in the same turn as the last check, so that any later change starts another loop.
    this.#loops.delete(keyOf(realmId, sinkId));
  }

  async #step(loop: Loop, of: Of): Promise<void> {
    const { progress, rewind } = of.sink;
    const restMs = progress.restsUntil - this.#parts.now();
    // A longer pause was set by a clock that was ahead, and is ignored.
    if (restMs > 0 && restMs <= restMsMax) return this.#wait(loop, restMs);
    const { claimed } = progress;
    if (claimed) return this.#permits.run(async () => this.#deliver(of, await this.#parts.claimed(of, claimed)));
    if (rewind) return this.#rewind(of, rewind);
    // Sealed events are sent before the loop waits for the next seal.
    const position = loop.sending ?? loop.news;
    if (loop.sending === undefined) await this.#parts.sealed(loop.realmId, position, this.#stop.signal);
    // Nothing is in memory while the loop waits for its turn.
    const isAny = await this.#permits.run(() => this.#claim(loop, of, position));
    loop.sending = isAny && loop.caughtUp?.position !== position ? position : undefined;
    if (!isAny && loop.news === position && this.#sendsTo(loop.realmId, loop.sinkId)?.sink === of.sink)
      await this.#wait(loop);
  }

  /** Records the next batch, and sends it. False if there is none. */
  async #claim(loop: Loop, of: Of, position: number): Promise<boolean> {
    const { realmId, sinkId, caughtUp } = loop;
    const { actions, progress } = of.sink;
    // The place differs after a rewind, or if another process has sent in the meantime.
    const isSame = caughtUp?.actions === actions && isSamePlace(caughtUp.upTo, progress.upTo);
    const { batch, upTo } = await this.#parts.next(of, position, isSame ? caughtUp.position : undefined);
    const place = batch?.claim.upTo ?? progress.upTo;
    loop.caughtUp = upTo === undefined ? undefined : { actions, upTo: place, position: upTo };
    if (!batch) return false;
    const isNoted = await this.#record(of, { claimed: batch.claim });
    const now = this.#sendsTo(realmId, sinkId);
    if (isNoted && now) await this.#deliver(now, batch);
    return true;
  }

  async #deliver(of: Of, { claim, body }: Batch): Promise<void> {
    const { realm, sink } = of;
    const posted = await this.#post(of, body);
    if (isTaken(posted)) {
      const sequence = sink.progress.sequence + claim.events.length;
      const taken = { sequence, upTo: claim.upTo, claimed: null, failures: 0, lastError: null, restsUntil: 0 };
      await this.#record(of, taken);
      return;
    }
    const failures = sink.progress.failures + 1;
    const lastError = errorOf(posted).slice(0, limits.sinkErrorLengthMax);
    const about = { realm: realm.realmId, sink: sink.sinkId, why: lastError, failures };
    this.#parts.logger.warn(about, 'a push sink did not accept a batch');
    await this.#record(of, { failures, lastError, restsUntil: sinkRestsUntil(this.#parts.now(), failures) });
    if (posted.kind === 'answered' && posted.status === 410) await this.#parts.disable(realm.realmId, sink.sinkId);
  }

  #post({ realm: { realmId }, sink }: Of, body: Buffer): Promise<Posted> {
    const { now, secrets, toPrivateAddresses } = this.#parts;
    // The id is the same for the same events, however often they are sent.
    const id = `${sink.eventId}-${nextNumber(sink.progress)}`;
    const signed = signatureHeaders(id, Math.floor(now() / 1000), body, secrets(realmId, sink.sinkId));
    const headers = {
      'Content-Type': formatOf(sink.format).contentType,
      'User-Agent': `Verbatim/${serviceVersion}`,
      ...signed,
    };
    return this.#send({ url: sink.url, body, headers, toPrivateAddresses }, this.#stop.signal);
  }

  async #rewind(of: Of, { eventId, after }: NonNullable<Sink['rewind']>): Promise<void> {
    const place = after === null ? beginning : await this.#parts.placeOf(of.realm.realmId, after);
    await this.#record(of, { upTo: place ?? of.sink.progress.upTo, rewoundBy: eventId });
  }

  /** False if the sink was removed, or if another process leads and was faster; its records are followed soon. */
  async #record({ realm, sink }: Of, change: Partial<SinkProgress>): Promise<boolean> {
    const progress = { ...sink.progress, ...change, turn: sink.progress.turn + 1 };
    const isNoted = await this.#parts.record(realm.realmId, sink.sinkId, progress);
    if (!isNoted) await this.#pause(retryMs);
    return isNoted;
  }

  /** New events do not end this pause. */
  async #pause(ms: Millis): Promise<void> {
    await this.#after(ms, this.#stop.signal).catch(() => undefined);
  }

  /** Waits until there is something new, until the time is over, or until the service stops. */
  async #wait(loop: Loop, ms?: number): Promise<void> {
    const over = new AbortController();
    await new Promise<void>((resolve) => {
      loop.wake = resolve;
      if (this.#stop.signal.aborted) return resolve();
      if (ms !== undefined) delay(ms, undefined, { signal: over.signal, ref: false }).then(resolve, () => undefined);
    });
    over.abort();
    loop.wake = () => undefined;
  }
}

const isSamePlace = (one: Place, other: Place): boolean =>
  one.position === other.position && one.at === other.at && one.eventId === other.eventId;

const keyOf = (realmId: RealmId, sinkId: SinkId): string => `${realmId}.${sinkId}`;

const isTaken = (posted: Posted): boolean => posted.kind === 'answered' && posted.status >= 200 && posted.status < 300;

/** The reason why a request failed, as a text for people. */
function errorOf(posted: Posted): string {
  switch (posted.kind) {
    case 'answered':
      return posted.status >= 300 && posted.status < 400
        ? `HTTP ${posted.status}: redirects are not followed`
        : `HTTP ${posted.status}`;
    case 'unreachable':
      return posted.why;
    case 'forbidden':
      return 'the URL leads to an address that is not public';
  }
}
