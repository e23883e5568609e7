import { expect } from 'chai';
import { editMessage } from '../../../commands/message/edit-message.ts';
import type { Check } from '../../../src/define/command.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { MessageId, UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appendEvents, engineIn, type TestEngine } from '../../support/engine.ts';
import { realmId, testNow } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { beginning } from '../react/echo.ts';

/** Moves the topic `a`. Another process appends it right before this one appends its first move. */
const elsewhere = past.moves(1, { channel: 1, topic: 'a' }, { channel: 1, topic: 'b' }, 'all');

describe('the check of a decision', () => {
  let plain: TestEngine;
  let server: TestEngine;
  let others = [elsewhere];
  const order = { realmId, actor: UserId.parse(1), client: 'test', requestId: 'r' };
  const input = {
    messageId: MessageId.parse(1),
    topic: 'c',
    which: 'all',
    noticeOld: false,
    noticeNew: false,
  } as const;

  beforeEach(async () => {
    const folder = temporaryFolder();
    plain = await engineIn(folder);
    const { log } = plain;
    const append: EventLog['append'] = async (stream, events, expected) => {
      if (events.some(({ type }) => type === 'TopicMoved')) await appendEvents(log, others.splice(0));
      return log.append(stream, events, expected);
    };
    server = await engineIn(folder, { log: { ...log, append }, readModels: 'other', clock: () => testNow });
    await appendEvents(log, [
      ...beginning,
      past.opened(2, 'other', [1]),
      past.sends(1, 1, past.inTopic(1, 'a'), 'old', { at: testNow }),
      past.sends(2, 1, past.inTopic(1, 'a')),
      past.sends(3, 1, past.inTopic(2, 'a')),
    ]);
    await server.engine.follower.catchUp();
  });
  afterEach(async () => {
    await server.close();
    await plain.close();
  });

  const editing = (more: object, check: Check) =>
    server.engine.executor
      .execute(editMessage, { ...input, ...more }, { ...order, check })
      .catch((error: unknown) => error);

  it('runs before each append, also after another process has appended first, and can prevent it', async () => {
    others = [elsewhere];
    const from: unknown[] = [];
    const refusal = new Error('the topic is b now');
    const failed = await editing({}, ([move]) => {
      const [event] = move?.events ?? [];
      const topic = event?.type === 'TopicMoved' ? event.data.topic : undefined;
      from.push(topic);
      if (topic === 'b') throw refusal;
    });
    expect(failed).to.equal(refusal);
    expect(from).to.deep.equal(['a', 'b']);
    const [newest] = await plain.log.readStream(logStream.topics(realmId), { direction: 'backward', limit: 1 });
    expect(newest?.data).to.deep.include({ topic: 'a' });
  });

  it('runs again after another process has moved messages of another stream into the topic', async () => {
    others = [past.moves(3, { channel: 2, topic: 'a' }, { channel: 1, topic: 'a' }, 'all')];
    const checked: number[] = [];
    await editing({}, (appends) => checked.push(appends.length));
    expect(checked).to.deep.equal([1, 1]);
  });

  it('runs again for the move of a request that has also changed the content', async () => {
    others = [elsewhere];
    const checked: unknown[] = [];
    await editing({ content: 'new' }, (appends) =>
      checked.push(appends.flatMap(({ events }) => events).map(({ type }) => type)),
    );
    expect(checked).to.deep.equal([['MessageEdited', 'TopicMoved'], ['TopicMoved']]);
  });

  it('runs once for each of many moves of this process at the same time', async () => {
    others = [];
    let checked = 0;
    const check: Check = () => {
      checked += 1;
    };
    const moves = Array.from({ length: 40 }, (_, at) => {
      const more = { messageId: MessageId.parse(1 + (at % 3)), topic: `${at}`, which: 'one' as const };
      return server.engine.executor.execute(editMessage, { ...input, ...more }, { ...order, check });
    });
    for (const done of await Promise.all(moves)) expect(done).to.include({ ok: true });
    expect(checked).to.equal(moves.length);
  });
});
