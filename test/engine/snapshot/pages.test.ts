/** A snapshot at any position contains the state that is folded from the log up to there. */
import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { expect } from 'chai';
import fc from 'fast-check';
import { cutIntoParts, PageReader } from '../../../src/engine/snapshot/documents.ts';
import { Assembly, type Moment, pagesOf } from '../../../src/engine/snapshot/pages.ts';
import { emptyServer, evolve, type ServerState } from '../../../src/state/realm-state.ts';
import { stateVersion } from '../../../src/state/snapshot-tables.ts';
import type { Recorded } from '../../../src/vocabulary/events/index.ts';
import type { EventId, MessageId, QueueId, RealmId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId, recorded, registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { randomPast } from '../../support/random-history.ts';
import { randomWrites, beginning as writesBeginning } from '../../support/random-writes.ts';

const other = 2 as RealmId;

/** Events that random histories do not contain. */
const besides: readonly Given[] = [
  happened(logStream.policy('echo'), 'PolicyStarted', { policy: 'echo' }),
  past.listens(1, '1:1'),
  past.listens(2, '1:2'),
  happened(logStream.queue(realmId, '1:1' as QueueId), 'EventQueueTouched', { queueId: '1:1' as QueueId }),
  happened(logStream.queue(realmId, '1:2' as QueueId), 'EventQueueExpired', { queueId: '1:2' as QueueId }),
  happened(logStream.policyClaim(realmId, 'cause' as EventId, 'echo.'), 'PolicyActionClaimed', {
    policy: 'echo.',
    causedBy: '00000000-0000-4000-8000-000000000001' as EventId,
    plan: [{ command: 'send-notice', input: { messageId: 900 as MessageId } }],
  }),
  happened(logStream.server(), 'RealmRegistered', { realmId: other, subdomain: 'other' }),
];

const histories: fc.Arbitrary<Recorded[]> = fc
  .tuple(
    fc.oneof(
      randomPast().map(({ events }) => events),
      randomWrites(40).map((events) => [...writesBeginning, ...events]),
    ),
    fc.shuffledSubarray([...besides]),
    fc.nat(1_000),
  )
  .map(([events, more, seed]) => {
    const at = seed % (events.length + 1);
    return recorded([registered, ...events.slice(0, at), ...more, ...events.slice(at)]);
  });

const folded = (state: ServerState, events: readonly Recorded[]): ServerState => {
  for (const event of events) evolve(state, event);
  return state;
};

const memory = {
  unknownStreams: new Set(['message-1.5']),
  policies: {
    started: new Map([['echo', 3]]),
    unfinished: [
      {
        policy: 'echo',
        subject: '',
        realmId,
        stream: logStream.message(realmId, 1 as MessageId),
        revision: 0,
      },
    ],
  },
  unsealed: new Map([
    [
      realmId,
      {
        events: [{ id: 'x', stream: 'message-1.5', revision: 0, position: 3 }],
        heldUpTo: undefined,
        ahead: new Set(['y']),
        previous: undefined,
        needsLaterVersion: undefined,
      },
    ],
  ]),
};

/** The state after a round trip through the pages of a snapshot. */
function kept(moment: Moment): Moment {
  const assembly = new Assembly();
  const reader = new PageReader();
  for (const part of cutIntoParts(pagesOf(moment)))
    for (const page of reader.push(Buffer.from(part.toString('base64'), 'base64'))) assembly.take(page);
  expect(reader.isAtEnd).to.equal(true);
  return assembly.finish();
}

/** A plain form of any value, in order: maps, sets, typed arrays and undefined fields. */
const described = (value: unknown): string =>
  inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: 160 });

describe('the pages of a snapshot', () => {
  it('contain the exact state at any position, and folding the rest of the log onto them gives the final state', () => {
    fc.assert(
      fc.property(histories, fc.nat(10_000), (events, seed) => {
        const cut = seed % (events.length + 1);
        const moment = { state: folded(emptyServer(), events.slice(0, cut)), ...memory };
        const again = kept(moment);
        expect(described(again)).to.equal(described(moment));
        folded(again.state, events.slice(cut));
        expect(described(again.state)).to.equal(described(folded(emptyServer(), events)));
      }),
      { numRuns: 50 },
    );
  });

  it('do not change while later events are folded', () => {
    fc.assert(
      fc.property(histories, fc.nat(10_000), (events, seed) => {
        const cut = seed % (events.length + 1);
        const state = folded(emptyServer(), events.slice(0, cut));
        const before = described(state);
        const pages = [...pagesOf({ state, ...memory })];
        folded(state, events.slice(cut));
        const assembly = new Assembly();
        for (const page of pages) assembly.take(page);
        expect(described(assembly.finish().state)).to.equal(before);
      }),
      { numRuns: 60 },
    );
  });

  it('are small for any number of entries; a large entry has a page of its own', () => {
    const events = recorded([
      registered,
      past.founded(),
      ...Array.from({ length: 3_000 }, (_, number) => past.newUser(number + 1)).flat(),
      past.opened(
        1,
        'general',
        Array.from({ length: 3_000 }, (_, number) => number + 1),
      ),
    ]);
    const moment = { state: folded(emptyServer(), events), ...memory };
    const parts = [...cutIntoParts(pagesOf(moment))];
    expect(parts.length).to.be.above(1);
    expect(parts.slice(0, -1).every(({ length }) => length === 256 * 1024)).to.equal(true);
    expect(described(kept(moment))).to.equal(described(moment));
  });

  it('contain what this version folds from the events: a change must raise the state version', () => {
    const samples = fc.sample(histories, { numRuns: 60, seed: 20 });
    const made = samples.map((events) => folded(emptyServer(), events));
    // If the histories changed, update both hashes; the version is not concerned.
    expect({ histories: digest(samples), stateVersion, made: digest(made) }).to.deep.equal({
      histories: 'db11c7737f65de6b',
      stateVersion: 24,
      made: 'be6f725838273b49',
    });
  });
});

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value, asLists)).digest('hex').slice(0, 16);

const asLists = (_key: string, value: unknown): unknown =>
  value instanceof Map || value instanceof Set || ArrayBuffer.isView(value) ? [...(value as Set<unknown>)] : value;
