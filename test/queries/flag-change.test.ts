import { expect } from 'chai';
import fc from 'fast-check';
import type { FlagRequest } from '../../src/queries/flag-change.ts';
import { flagChange } from '../../src/queries/flag-change.ts';
import { listMessages } from '../../src/queries/listing.ts';
import { textWorkHere } from '../../src/rendering/text-work.ts';
import type { IdSpans } from '../../src/vocabulary/id-spans.ts';
import { Refused } from '../../src/vocabulary/refusals.ts';
import { type Given, realmId } from '../support/given.ts';
import { organization, readAfter, user } from '../support/organization.ts';
import { between, deletes, flagsSet, inTopic, joins, leaves, opened, readsAll, sends } from '../support/past-events.ts';

/** Member 3 is in streams 1 and 2; member 1 alone is in the private stream 3. */
const past = [
  ...organization(),
  opened(1, 'plans', [1, 3]),
  opened(2, 'goals', [1, 3]),
  opened(3, 'secret', [1], { inviteOnly: true }),
];

const changeAfter = async (events: readonly Given[], request: Partial<FlagRequest>) =>
  flagChange(await readAfter(past, events), {
    realmId,
    userId: user(3),
    op: 'add',
    flag: 'read',
    ids: [],
    ...request,
  });

const refusal = (error: unknown): string => {
  if (error instanceof Refused) return error.refusal.code;
  throw error;
};

const message = (id: number, channel = 1, client = 'curl') => sends(id, 1, inTopic(channel, 'x'), 'hello', { client });
const read = (spans: Readonly<Record<number, IdSpans>>) => flagsSet(3, 'read', [], { read: spans });
const spansBy = ({ read: parts }: Awaited<ReturnType<typeof flagChange>>) =>
  Object.fromEntries(parts.map(({ channelId, spans }) => [channelId ?? 0, spans]));

describe('a change of flags', () => {
  it('of `read` is recorded by stream, each span back to the message before', async () => {
    const messages = [
      message(1),
      message(2, 2),
      message(3),
      sends(4, 1, between(1, 3)),
      message(5),
      message(6, 2),
      message(7),
    ];
    const change = await changeAfter(messages, { ids: [7, 4, 3, 5, 6] });
    expect(change.ids).to.deep.equal([3, 4, 5, 6, 7]);
    expect(spansBy(change)).to.deep.equal({ 0: [[1, 4]], 1: [[2, 7]], 2: [[3, 6]] });
  });

  it('leaves unread messages between', async () => {
    const change = await changeAfter([message(1), message(2), message(3), message(4)], { ids: [2, 4] });
    expect(spansBy(change)).to.deep.equal({
      1: [
        [2, 2],
        [4, 4],
      ],
    });
  });

  it("joins what was read before, and skips the user's own messages", async () => {
    const own = (id: number, client: string) => sends(id, 3, inTopic(1, 'x'), 'mine', { client });
    const messages = [message(1), own(2, 'website'), message(3, 2), own(4, 'website'), message(5)];
    expect(spansBy(await changeAfter([...messages, read({ 1: [[1, 1]] })], { ids: [5] }))).to.deep.equal({
      1: [[2, 5]],
    });
    const byProgram = [message(1), own(2, 'curl'), message(3)];
    expect(spansBy(await changeAfter(byProgram, { ids: [3] }))).to.deep.equal({ 1: [[3, 3]] });
  });

  it('leaves out ids whose messages may not be in the log yet', async () => {
    expect(spansBy(await changeAfter([message(1), message(4)], { ids: [1, 4] }))).to.deep.equal({
      1: [
        [1, 1],
        [4, 4],
      ],
    });
    const later = Array.from({ length: 64 }, (_, at) => message(at + 5));
    expect(spansBy(await changeAfter([message(1), message(4), ...later], { ids: [1, 4] }))).to.deep.equal({
      1: [[1, 4]],
    });
  });

  it('affects only messages that do not have the flag yet', async () => {
    const messages = [message(1), message(2), message(3)];
    const some = [...messages, read({ 1: [[1, 2]] })];
    expect((await changeAfter(some, { ids: [1, 2, 3] })).ids).to.deep.equal([3]);
    expect((await changeAfter(some, { ids: [1, 3], op: 'remove' })).ids).to.deep.equal([1]);
    expect((await changeAfter([...messages, readsAll(3, 3)], { ids: [1] })).ids).to.deep.equal([]);
    expect(spansBy(await changeAfter([...messages, readsAll(3, 3)], { ids: [2], op: 'remove' }))).to.deep.equal({
      1: [[2, 2]],
    });
  });

  it('cannot mark as unread what was sent by a person, requested by the user, or left behind', async () => {
    const own = sends(1, 3, inTopic(1, 'x'), 'mine', { client: 'website' });
    const notice = sends(1, 1, inTopic(1, 'x'), 'as you wished', { readBy: 3 });
    for (const one of [own, notice])
      expect((await changeAfter([one, read({ 1: [[1, 1]] })], { ids: [1], op: 'remove' })).ids).to.deep.equal([]);
    const left = [message(1), leaves(1, 3), joins(1, 3), read({ 1: [[1, 1]] })];
    expect((await changeAfter(left, { ids: [1], op: 'remove' })).ids).to.deep.equal([]);
  });

  it('of `read` applies to received messages, and of others to all that the user may see', async () => {
    const messages = [message(1, 1), message(2, 3), sends(3, 1, between(1, 2)), joins(2, 4), message(4, 2)];
    expect((await changeAfter(messages, { ids: [1, 2, 3, 99] })).ids).to.deep.equal([1]);
    for (const flag of ['read', 'starred', 'collapsed'] as const)
      for (const ids of [[], [2], [3], [99], [2, 3, 99]])
        expect(await changeAfter(messages, { ids, flag }).catch(refusal)).to.equal('message-missing');
    // Member 2 is in no stream, but may read public ones.
    const before = { ids: [1, 2], userId: user(2) } as const;
    expect(await changeAfter(messages, before).catch(refusal)).to.equal('message-missing');
    expect((await changeAfter(messages, { ...before, flag: 'starred' })).ids).to.deep.equal([1]);
    // A guest reads no earlier messages.
    expect(await changeAfter(messages, { ids: [1], flag: 'starred', userId: user(4) }).catch(refusal)).to.equal(
      'message-missing',
    );
  });

  it('of other flags counts the existing ones, and may be undone without access to the message', async () => {
    const messages = [message(1), message(2), flagsSet(3, 'starred', [1])];
    expect(await changeAfter(messages, { ids: [1, 2], flag: 'starred' })).to.deep.equal({
      ids: [2],
      read: [],
      before: 1,
    });
    expect(await changeAfter(messages, { ids: [2, 1], flag: 'starred', op: 'remove' })).to.deep.include({ ids: [1] });
    expect(await changeAfter(messages, { ids: [1, 2], flag: 'collapsed' })).to.deep.include({ ids: [1, 2], before: 0 });
    const shut = [message(1, 3), flagsSet(3, 'starred', [1])];
    expect(await changeAfter(shut, { ids: [1], flag: 'starred', op: 'remove' })).to.deep.include({ ids: [1] });
    expect(await changeAfter(shut, { ids: [1], flag: 'collapsed', op: 'remove' }).catch(refusal)).to.equal(
      'message-missing',
    );
    const gone = [message(1), flagsSet(3, 'starred', [1]), deletes(1, 1, inTopic(1, 'x'))];
    expect(await changeAfter(gone, { ids: [1], flag: 'starred', op: 'remove' }).catch(refusal)).to.equal(
      'message-missing',
    );
  });

  it('marks exactly the named messages as read, whatever arrived in between', async () => {
    const step = fc.record({
      says: fc.array(fc.record({ place: fc.nat(3), own: fc.nat(3) }), { maxLength: 6 }),
      ids: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 }),
      op: fc.constantFrom('add' as const, 'add' as const, 'remove' as const),
      skipped: fc.nat(2),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const events: Given[] = [];
        const unread = new Set<number>();
        const marked = new Set<number>();
        let last = 0;
        for (const { says: saying, ids, op, skipped } of steps) {
          last += skipped === 2 ? 1 : 0;
          for (const { place, own } of saying) {
            last += 1;
            const where = place === 0 ? between(1, 3) : inTopic(place, 'x');
            const isOwn = own === 0;
            events.push(sends(last, isOwn ? 3 : 1, where, 'x', { client: isOwn ? 'website' : 'curl' }));
            if (!isOwn && place !== 3) unread.add(last);
          }
          const change = await changeAfter(events, { ids, op }).catch(() => undefined);
          if (!change) continue;
          events.push(flagsSet(3, 'read', change.ids, { op, read: spansBy(change) }));
          for (const id of ids)
            if (op === 'add' && unread.delete(id)) marked.add(id);
            else if (op === 'remove' && marked.delete(id)) unread.add(id);
        }
        const listing = await listMessages(
          await readAfter(past, events),
          {
            realmId,
            userId: user(3),
            anchor: 0,
            numBefore: 0,
            numAfter: 100,
            narrow: [],
            applyMarkdown: false,
            clientGravatar: false,
          },
          textWorkHere,
        );
        const found = listing.messages.filter(({ flags }) => !flags.includes('read')).map(({ id }) => id);
        expect(found).to.deep.equal([...unread].sort((a, b) => a - b));
      }),
      { numRuns: 50 },
    );
  });
});
