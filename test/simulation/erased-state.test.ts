/**
 * The folded state is the same with and without the events that a deletion removes, because stores remove them at different times.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { emptyServer, evolve, type RealmState } from '../../src/state/realm-state.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import type { Bounds } from '../../src/vocabulary/intervals.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { wordsErased } from '../support/erasure-writes.ts';
import { realmId, recorded, registered } from '../support/given.ts';
import { entriesOf } from '../support/organization.ts';
import { withdrawn } from '../support/past-events.ts';
import { randomPast, userIds } from '../support/random-history.ts';
import { alertedBy, statusChanged } from '../support/writes.ts';

describe('erasure in the state', () => {
  it('leaves the same state whether or not the removed events are still in the log', () => {
    fc.assert(
      fc.property(randomPast(), ({ events, deleted }) => {
        const statusAndWords = userIds.flatMap((id) => [statusChanged(id, { text: 'busy' }), alertedBy(id, ['word'])]);
        const gone = [1, 3].map((id) => wordsErased(id));
        const whole = recorded([registered, ...statusAndWords, ...events, ...gone, ...withdrawn(9)]);
        expect(canonical(folded(whole), deleted)).to.deep.equal(canonical(folded(scavenged(whole)), deleted));
      }),
      { numRuns: 200 },
    );
  });
});

const ending = new Set<string>([
  'MessageDeleted',
  'FileDeleted',
  'ScheduledMessageEnded',
  'InvitationEnded',
  'EventsWithdrawn',
  'UserWordsErased',
]);

/** The log after the events before each deletion have been removed, but for the files that are held. */
function scavenged(events: readonly Recorded[]): Recorded[] {
  const ends = new Map<string, number>();
  for (const event of events) if (ending.has(event.type)) ends.set(event.stream, event.revision);
  for (const fileId of folded(events).files.held.keys()) ends.delete(logStream.file(realmId, fileId));
  return events.filter((event) => event.revision >= (ends.get(event.stream) ?? 0));
}

function folded(events: readonly Recorded[]): RealmState {
  const server = emptyServer();
  for (const event of events) evolve(server, event);
  const realm = server.realms.get(realmId);
  if (!realm) throw new Error('no realm');
  return realm;
}

/**
 * The state with each interval's ends moved down over erased messages. An interval may end just above an erased message or just above
 * the message before it. Both mean the same, because there is no message between. So there may be fewer of them.
 */
function canonical(state: RealmState, erased: ReadonlySet<number>): object {
  const lowest = (boundary: number): number => (erased.has(boundary - 1) ? lowest(boundary - 1) : boundary);
  const lowered = (bounds: Bounds): number[][] =>
    Array.from({ length: bounds.length / 2 }, (_, at) => bounds.slice(2 * at, 2 * at + 2).map(lowest)).filter(
      ([from = 0, to = 0]) => from < to,
    );
  const memberships = [...state.memberships.byChannel].map(([channelId, { members, past }]) => ({
    channelId,
    members: entriesOf(members).map(([userId, from]) => [userId, lowest(from)]),
    past: [...past].map(([userId, bounds]) => [userId, lowered(bounds)]),
  }));
  return { ...state, memberships: { byChannel: memberships, changes: state.memberships.changes } };
}
