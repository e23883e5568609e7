/** Properties of every read model on random histories: the same events give the same bytes. */
import { expect } from 'chai';
import fc from 'fast-check';
import { projections } from '../../projections/index.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import { personErased, wordsErased } from '../support/erasure-writes.ts';
import { recorded } from '../support/given.ts';
import { withLeaves } from '../support/leaf-in.ts';
import { withdrawn } from '../support/past-events.ts';
import { type Documents, projectAll } from '../support/project.ts';
import { randomPast, userIds } from '../support/random-history.ts';
import { beginning, randomWrites } from '../support/random-writes.ts';
import { alertedBy, statusChanged } from '../support/writes.ts';

/** As JSON text with the fields in their order, so that bytes are compared, not only values. */
const bytes = (documents: Documents): string[] =>
  [...documents].flatMap(([model, all]) => [...all].map(([id, one]) => `${model} ${id} ${JSON.stringify(one)}`)).sort();

/** Much about messages, or about everything else. */
const histories = fc.oneof(
  randomPast().map(({ events }) => events),
  randomWrites(60).map((writes) => [...beginning, ...writes]),
);

/** The same event in another organization. */
const elsewhere = (event: Recorded): Recorded =>
  ({
    ...event,
    id: event.id.replace('-4000-', '-4001-'),
    stream: event.stream.replace('-1.', '-2.'),
    realmId: 2,
    data: 'realmId' in event.data ? { ...event.data, realmId: 2 } : event.data,
  }) as Recorded;

describe('projections', () => {
  it('give each organization the same bytes as when it is alone', async () => {
    const turns = fc.array(fc.boolean(), { minLength: 1, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(histories, histories, turns, async (here, there, order) => {
        const logs = [recorded(here), recorded(there).map(elsewhere)] as const;
        const alone = await Promise.all(logs.map((log) => projectAll(log)));
        const left = logs.map((log) => [...log]);
        const mixed: Recorded[] = [];
        for (let turn = 0; left.some(({ length }) => length > 0); turn += 1)
          mixed.push(
            ...(left[Number(order[turn % order.length])] ?? []).splice(0, 1 + (turn % 3)),
            ...(left[turn % 2] ?? []).splice(0, 1),
          );
        expect(bytes(await projectAll(mixed))).to.deep.equal(alone.flatMap(bytes).sort());
      }),
      { numRuns: 30 },
    );
  });

  it('give the same bytes when built in several steps as when built at once', async () => {
    const pieces = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(histories, pieces, async (events, sizes) => {
        const log = recorded(events);
        const inPieces: Documents = new Map();
        for (let at = 0, turn = 0; at < log.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          await projectAll(log.slice(at, at + size), { into: inPieces, batchMax: size });
          at += size;
        }
        expect(bytes(inPieces)).to.deep.equal(bytes(await projectAll(log)));
      }),
      { numRuns: 30 },
    );
  });

  it("give the same bytes with or without an erased message's or file's earlier events, or some of them", async () => {
    await fc.assert(
      fc.asyncProperty(randomPast(), fc.nat(), async ({ events, deleted }, dice) => {
        const people = userIds.filter((id) => (dice + id) % 3 === 0);
        const statusAndWords = userIds.flatMap((id) => [statusChanged(id, { text: 'busy' }), alertedBy(id, ['word'])]);
        const gone = people.flatMap((id) => [personErased(id), wordsErased(id)]);
        const log = withLeaves(recorded([...statusAndWords, ...events, ...gone, ...withdrawn(9)]));
        // For each erased message the log lacks all events before the deletion, or only the first few, or none.
        const ended = new Set(
          log
            .filter(({ type }) => ['FileDeleted', 'ScheduledMessageEnded', 'InvitationEnded'].includes(type))
            .map(({ stream }) => stream),
        );
        const without = log.filter((event) => {
          if (['FileUploaded', 'MessageScheduled', 'InvitationSent'].includes(event.type))
            return !ended.has(event.stream) || dice % 2 === 0;
          if (event.kind === 'person' && event.type !== 'PersonErased' && event.type !== 'EventsWithdrawn')
            return ![...people, 9].some((id) => event.stream.endsWith(`.${id}`)) || dice % 2 === 0;
          if (event.kind === 'words' && event.type !== 'UserWordsErased')
            return !people.some((id) => event.stream.endsWith(`.${id}.0`)) || dice % 2 === 0;
          if (event.kind !== 'message' || event.type === 'MessageDeleted') return true;
          const id = Number(event.stream.split('.')[1]);
          return !deleted.has(id) || event.revision >= (dice + id) % 4;
        });
        expect(bytes(await projectAll(without))).to.deep.equal(bytes(await projectAll(log)));
      }),
      { numRuns: 80 },
    );
  });

  it('have unique names', () => {
    const names = projections.map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
  });
});
