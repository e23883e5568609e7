import { expect } from 'chai';
import { foldAggregate } from '../../../src/define/handlers.ts';
import { readOwn } from '../../../src/engine/decide/read-own.ts';
import { messageAggregate, messageHistoryAggregate } from '../../../src/state/message.ts';
import { reactedMessage } from '../../../src/state/reactions.ts';
import { requestClaim } from '../../../src/state/request-claim.ts';
import type { EventId, MessageId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { happened, realmId, recorded } from '../../support/given.ts';
import { user } from '../../support/organization.ts';
import { edits, inTopic, reacts, sends, submessaged } from '../../support/past-events.ts';
import { stubLog } from '../../support/slow-log.ts';

const stream = logStream.message(realmId, 1 as MessageId);
const place = inTopic(1, 'a');
const withEditsAsGiven = (count: number) => [
  sends(1, 2, place),
  ...Array.from({ length: count }, (_, at) => edits(1, 2, place, `v${at}`, 'x')),
];
const withEdits = (count: number) => recorded(withEditsAsGiven(count));

describe('reading the log stream of an aggregate', () => {
  for (const count of [0, 1, 2, 63, 64, 200])
    it(`returns all of ${count + 1} events, or the first and the last of them`, async () => {
      const events = withEdits(count);
      const { log, read } = stubLog(events);
      expect((await readOwn(log, stream, messageHistoryAggregate, realmId)).map(({ id }) => id)).to.deep.equal(
        events.map(({ id }) => id),
      );
      expect(Math.max(...read)).to.be.at.most(64);
      read.length = 0;
      const ends = events.filter((_, at) => at === 0 || at === count);
      expect((await readOwn(log, stream, messageAggregate, realmId)).map(({ id }) => id)).to.deep.equal(
        ends.map(({ id }) => id),
      );
      expect(read.reduce((sum, one) => sum + one, 0)).to.be.at.most(3);
    });

  it('returns all events that only add to the state after the last other one, however many they are', async () => {
    for (const count of [1, 63, 64, 65, 130]) {
      const others = Array.from({ length: count }, (_, at) => submessaged(1, at + 1, 2, place));
      for (const edited of [0, 2]) {
        const events = recorded([...withEditsAsGiven(edited), ...others]);
        const found = await readOwn(stubLog(events).log, stream, messageAggregate, realmId);
        const last = Array.from({ length: count + 1 }, (_, at) => edited + at);
        expect(found.map(({ revision }) => revision)).to.deep.equal([...new Set([0, ...last])]);
      }
    }
  });

  it('passes over events that the aggregate ignores', async () => {
    const ignored = happened(stream, 'TypingTold', { userId: user(2), op: 'start', userIds: [user(2), user(3)] });
    const events = recorded([...withEditsAsGiven(2), ignored]);
    const found = await readOwn(stubLog(events).log, stream, messageAggregate, realmId);
    expect(foldAggregate(messageAggregate, found)).to.have.nested.property('text.content', 'v1');
  });

  it('goes on with the log stream that the first one leads to', async () => {
    const claim = logStream.request(realmId, 'key');
    const data = {
      fingerprint: 'f',
      messageId: 1 as MessageId,
      eventId: '00000000-0000-4000-8000-00000000eeee' as EventId,
    };
    const events = recorded([...withEditsAsGiven(3), happened(claim, 'RequestClaimed', data)]);
    const found = await readOwn(stubLog(events).log, claim, requestClaim, realmId);
    expect(found.map(({ type, revision }) => [type, revision])).to.deep.equal([
      ['RequestClaimed', 0],
      ['MessageSent', 0],
      ['MessageEdited', 3],
    ]);
  });

  it('reads all of the second log stream if its ends do not suffice', async () => {
    const tada = { name: 'tada', code: '1f389', type: 'unicode_emoji' } as const;
    const place = inTopic(1, 'Lunch');
    const reactions = Array.from({ length: 70 }, (_, at) => reacts(1, at + 1, place, tada));
    const found = await readOwn(
      stubLog(recorded([...withEditsAsGiven(3), ...reactions])).log,
      stream,
      reactedMessage,
      realmId,
    );
    expect(found.map(({ type }) => type)).to.deep.equal([
      'MessageSent',
      'MessageEdited',
      ...reactions.map(() => 'ReactionAdded'),
    ]);
  });

  it('gives nothing of a log stream that does not exist', async () => {
    const { log } = stubLog([]);
    expect(await readOwn(log, stream, messageAggregate, realmId)).to.deep.equal([]);
    expect(await readOwn(log, stream, messageHistoryAggregate, realmId)).to.deep.equal([]);
  });
});
