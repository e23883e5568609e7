/**
 * The newest recorded events of organizations that have push sinks, with the names at that time. A sink that keeps up gets them without
 * another read. Their number is bounded. A sink that is further behind, or that needs an event which has left the log, is served from the
 * trail.
 */

import type { Followed } from '../engine/follow/follower.ts';
import type { RealmState } from '../state/realm-state.ts';
import { firstIndex } from '../vocabulary/ascending.ts';
import { idOfLeaf } from '../vocabulary/events/id-of-leaf.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import { textLengthOf } from '../vocabulary/events/text-length.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { isRecorded, recordedIn } from '../vocabulary/recorded-kinds.ts';
import { type Named, namesIn } from './names-then.ts';

export type RecentEvent = {
  readonly event: Recorded;
  /** Undefined if the state does not have all names. */
  readonly named: Named | undefined;
  /** The index of its leaf; null until it is known to be sealed. */
  index: number | null;
};

export class RecentEvents {
  /** In the order of the log. */
  #events: RecentEvent[] = [];
  readonly #byId = new Map<string, RecentEvent>();
  /** Maps an organization to the position after which all its recorded events are in memory. */
  readonly #after = new Map<number, number>();
  #textLength = 0;

  see({ event, realm }: Followed): void {
    // An event about the server belongs to the records of all organizations that it names.
    if (event.kind === 'server')
      for (const realmId of recordedIn(event) ?? []) this.#beginAnew(realmId, event.position);
    if (!realm) return;
    const { realmId, sinks } = realm;
    if (event.type === 'LedgerSealed') this.#sealed(event);
    if (sinks.byId.size === 0) {
      if (this.#after.delete(realmId)) this.#keep((one) => one.event.realmId !== realmId);
    } else if (!this.#after.has(realmId) || this.#takesAway(event)) this.#beginAnew(realmId, event.position);
    else if (event.type === 'SinkAdvanced') this.#received(realm);
    else if (isRecorded(event.kind, event.type)) this.#hold({ event, named: namesIn(realm, event), index: null });
  }

  /** The events after one position, up to another one. Undefined if not all of them are in memory. */
  between(realmId: RealmId, after: number, upTo: number): Iterable<RecentEvent> | undefined {
    const isAll = (this.#after.get(realmId) ?? Number.POSITIVE_INFINITY) <= after;
    return isAll ? this.#heldBetween(realmId, after, upTo) : undefined;
  }

  *#heldBetween(realmId: RealmId, after: number, upTo: number): Iterable<RecentEvent> {
    const first = firstIndex(this.#events.length, (at) => (this.#events[at]?.event.position ?? 0) > after);
    for (let at = first; (this.#events[at]?.event.position ?? upTo + 1) <= upTo; at += 1) {
      const recent = this.#events[at];
      if (recent?.event.realmId === realmId) yield recent;
    }
  }

  /** Whether the event changes the records of events in memory. */
  #takesAway({ type, data }: Recorded): boolean {
    if (type === 'PersonErased') return true;
    const leaves = 'leaves' in data ? (data.leaves ?? []) : [];
    return leaves.some((leaf) => this.#byId.has(idOfLeaf(leaf)));
  }

  #beginAnew(realmId: number, position: number): void {
    this.#after.set(realmId, position);
    this.#keep(({ event }) => event.realmId !== realmId);
  }

  /** Removes the events that every sink of the organization has received. */
  #received({ realmId, sinks }: RealmState): void {
    const upTo = Math.min(...[...sinks.byId.values()].map(({ progress }) => progress.upTo.position));
    if (upTo <= (this.#after.get(realmId) ?? 0)) return;
    this.#after.set(realmId, upTo);
    this.#keep(({ event }) => event.realmId !== realmId || event.position > upTo);
  }

  #hold(recent: RecentEvent): void {
    this.#events.push(recent);
    this.#byId.set(recent.event.id, recent);
    this.#textLength += textLengthOf(recent.event);
    if (this.#events.length <= limits.sinkRecentEventsMax && this.#textLength <= limits.sinkRecentTextLengthMax) return;
    // A quarter is removed at a time, so that the rest is not moved for each event.
    for (const { event } of this.#events.slice(0, Math.ceil(this.#events.length / 4)))
      this.#after.set(event.realmId, event.position);
    this.#keep(({ event }) => event.position > (this.#after.get(event.realmId) ?? 0));
  }

  #keep(isKept: (recent: RecentEvent) => boolean): void {
    this.#events = this.#events.filter((recent) => {
      if (isKept(recent)) return true;
      this.#byId.delete(recent.event.id);
      this.#textLength -= textLengthOf(recent.event);
      return false;
    });
  }

  #sealed({ data: { entries, size } }: Recorded<'LedgerSealed'>): void {
    let index = size - entries.length;
    for (const [id] of entries) {
      const recent = this.#byId.get(id);
      if (recent) recent.index = index;
      index += 1;
    }
  }
}
