/** A request waits for what policies do because of it, but not for ever: what it asked for is done. */
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import type { Policy } from '../../../src/define/policy.ts';
import { decode } from '../../../src/engine/follow/decode.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import type { RealmState } from '../../../src/state/realm-state.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { engineIn, type TestEngine, tell } from '../../support/engine.ts';
import { happened, realmId } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const beginning = [
  happened(logStream.server(), 'RealmRegistered', { realmId, subdomain: 'test' }),
  past.founded(),
  ...past.came(1),
  past.opened(1, 'general', [1]),
];

/** Answers each message of a person with a message of the service. */
const echo: Policy<RealmState> = {
  name: 'echo',
  awaited: true,
  on: { MessageSent: (event) => (event.metadata.actor === null ? [] : ['']) },
  plan: {
    MessageSent: (event, _subject, _state, mint) => [
      {
        command: 'send-notice',
        input: {
          messageId: mint.messageId(),
          senderId: 1,
          place: event.data.place,
          content: `echo of ${event.data.messageId}`,
        },
      },
    ],
  },
};

async function said({ log }: TestEngine): Promise<string[]> {
  const contents: string[] = [];
  for await (const stored of log.readAll(0, ['message-'])) {
    const event = decode(stored);
    if (event?.type === 'MessageSent') contents.push(event.data.text.content);
  }
  return contents;
}

describe('waiting for policies', () => {
  it('ends after a time where they cannot act yet', async () => {
    const folder = temporaryFolder();
    const log = await openLmdbEventLog(join(folder, 'log'));
    let isTaken = false;
    const append: EventLog['append'] = async (stream, ...more) =>
      stream.startsWith('reaction-') && !isTaken
        ? { ok: false, reason: 'unavailable', detail: 'not now' }
        : log.append(stream, ...more);
    const server = await engineIn(folder, { policies: [echo], log: { ...log, append } });
    await tell(log, beginning);
    await server.engine.follower.catchUp();
    await tell(log, [...beginning, past.says(1, 1, past.inTopic(1, 'echoes'), past.text('hello'))].slice(-1));
    await server.engine.follower.catchUp();
    const settled = (ms: number) => server.engine.policyRunner.settled(realmId, server.engine.follower.position, ms);
    await settled(1);
    expect(await said(server)).to.deep.equal(['hello']);
    isTaken = true;
    await settled(60_000);
    expect(await said(server)).to.deep.equal(['hello', 'echo of 1']);
    await server.close();
    await log.close();
  });
});
