import { expect } from 'chai';
import { editMessage } from '../../../commands/message/edit-message.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { MessageId, UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { engineIn, tell } from '../../support/engine.ts';
import { realmId } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { beginning } from '../react/echo.ts';

describe('the check of a decision', () => {
  it('comes before each append, also after another process has appended first, and can prevent it', async () => {
    const folder = temporaryFolder();
    const plain = await engineIn(folder);
    const { log } = plain;
    let isFirst = true;
    const append: EventLog['append'] = async (stream, events, expected) => {
      if (isFirst) {
        isFirst = false;
        await tell(log, [past.moves(1, { channel: 1, topic: 'a' }, { channel: 1, topic: 'b' }, 'all')]);
      }
      return log.append(stream, events, expected);
    };
    const server = await engineIn(folder, { log: { ...log, append }, readModels: 'other' });
    await tell(log, [...beginning, past.sends(1, 1, past.inTopic(1, 'a')), past.sends(2, 1, past.inTopic(1, 'a'))]);
    await server.engine.follower.catchUp();
    const from: unknown[] = [];
    const input = {
      messageId: MessageId.parse(1),
      topic: 'c',
      which: 'all',
      noticeOld: false,
      noticeNew: false,
    } as const;
    const order = { realmId, actor: UserId.parse(1), client: 'test', requestId: 'r' };
    const refusal = new Error('the topic is b now');
    const failed = await server.engine.executor
      .execute(editMessage, input, {
        ...order,
        check: ([move]) => {
          const [event] = move?.events ?? [];
          const topic = event?.type === 'TopicMoved' ? event.data.topic : undefined;
          from.push(topic);
          if (topic === 'b') throw refusal;
        },
      })
      .catch((error: unknown) => error);
    expect(failed).to.equal(refusal);
    expect(from).to.deep.equal(['a', 'b']);
    const [newest] = await log.readStream(logStream.channel(realmId, 1 as never), { direction: 'backward', limit: 1 });
    expect(newest?.data).to.deep.include({ topic: 'a' });
    await server.close();
    await plain.close();
  });
});
