/** Policy actions are executed once, whichever process finishes them, and only for events after the start of the policy. */
import { join } from 'node:path';
import { expect } from 'chai';
import { sendMessage } from '../../../commands/message/send-message.ts';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import type { Policy } from '../../../src/define/policy.ts';
import type { Performer } from '../../../src/engine/react/policy-actions.ts';
import type { RealmState } from '../../../src/state/realm-state.ts';
import type { Recorded } from '../../../src/vocabulary/events/index.ts';
import { type EventId, MessageId, UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appendEvents, engineIn, silent, type TestEngine, tellStoredAs } from '../../support/engine.ts';
import { happened, realmId } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { beginning, echo, sentTexts, until } from './echo.ts';

const say = async ({ engine }: TestEngine, content: string): Promise<number> => {
  const to = { kind: 'channel', channel: 'general', topic: 'echoes' } as const;
  const order = { realmId, actor: UserId.parse(1), client: 'test', requestId: 'r' };
  const done = await engine.executor.execute(sendMessage, { to, content }, order);
  if (!done.ok) throw new Error(done.refusal.code);
  await engine.policyRunner.settled(realmId, done.position, 10_000);
  return done.result.messageId;
};

describe('policies', () => {
  it('act on events after their start, and not on earlier ones', async () => {
    const folder = temporaryFolder();
    const before = await engineIn(folder);
    await appendEvents(before.log, beginning);
    await before.engine.follower.catchUp();
    await say(before, 'long ago');
    await before.close();
    const server = await engineIn(folder, { policies: [echo] });
    await say(server, 'now');
    expect(await sentTexts(server)).to.deep.equal(['long ago', 'now', 'echo of 2']);
    await server.close();
    const again = await engineIn(folder, { policies: [echo] });
    await say(again, 'later');
    expect(await sentTexts(again)).to.deep.equal(['long ago', 'now', 'echo of 2', 'later', 'echo of 4']);
    await again.close();
  });

  it('finish a claimed action after a restart, with the ids of the claim, which nothing else gets', async () => {
    const folder = temporaryFolder();
    const before = await engineIn(folder, { policies: [echo] });
    await appendEvents(before.log, beginning);
    await before.engine.follower.catchUp();
    // The log as it is if the process dies between the claim and the message.
    await before.engine.policyRunner.stop();
    const place = past.inTopic(1, 'echoes');
    await appendEvents(before.log, [...beginning, past.sends(1, 1, place, past.text('hello'))].slice(-1));
    const cause = await idOf(before, 'message-1.1');
    const plan = [{ command: 'send-notice', input: { messageId: 7, senderId: 1, place, content: 'echo of 1' } }];
    const claim = happened(logStream.policyClaim(realmId, cause, 'echo.'), 'PolicyActionClaimed', {
      policy: 'echo.',
      causedBy: cause,
      plan,
    });
    await appendEvents(before.log, [claim]);
    await before.close();

    const after = await engineIn(folder, { policies: [echo] });
    await after.engine.policyRunner.settled(realmId, after.engine.follower.position, 10_000);
    expect(await sentTexts(after)).to.deep.equal(['hello', 'echo of 1']);
    expect(await idOf(after, 'message-1.7')).to.be.a('string');
    expect(await say(after, 'next')).to.equal(8);
    await after.close();
  });

  it('read claims and finished actions under the event names of earlier versions', async () => {
    const folder = temporaryFolder();
    const before = await engineIn(folder, { policies: [echo] });
    await appendEvents(before.log, beginning);
    await before.engine.follower.catchUp();
    await before.engine.policyRunner.stop();
    const place = past.inTopic(1, 'echoes');
    for (const [id, content] of [
      [1, 'claimed'],
      [2, 'finished'],
    ] as const) {
      await appendEvents(before.log, [...beginning, past.sends(id, 1, place, past.text(content))].slice(-1));
      const causedBy = await idOf(before, `message-1.${id}`);
      const stream = logStream.policyClaim(realmId, causedBy, 'echo.');
      const input = { messageId: 10 + id, senderId: 1, place, content: `echo of ${id}` };
      const plan = [{ command: 'send-notice', input }];
      await tellStoredAs('ReactionClaimed', before.log, stream, { policy: 'echo.', causedBy, plan });
      if (id === 2) await tellStoredAs('ReactionFinished', before.log, stream, { policy: 'echo.', causedBy });
    }
    await before.close();

    const after = await engineIn(folder, { policies: [echo] });
    await after.engine.policyRunner.settled(realmId, after.engine.follower.position, 10_000);
    expect(await sentTexts(after)).to.deep.equal(['claimed', 'finished', 'echo of 1']);
    expect(await idOf(after, 'message-1.11')).to.be.a('string');
    expect(await say(after, 'next')).to.equal(13);
    await after.close();
  });

  it('use another message id if the planned one was taken', async () => {
    const folder = temporaryFolder();
    const server = await engineIn(folder, {
      policies: [{ ...echo, plan: undefined }],
      performers: { echo: planOnce() },
    });
    await appendEvents(server.log, beginning);
    await server.engine.follower.catchUp();
    await say(server, 'hello');
    expect(await sentTexts(server)).to.deep.equal(['hello', 'said by another process', 'mine']);
    await server.close();

    /** Plans a message id that another process uses before the message is sent. */
    function planOnce(): Performer {
      return {
        kind: 'plan',
        plan: async (event: Recorded) => {
          if (event.type !== 'MessageSent' || event.data.messageId !== 1) return [];
          const place = past.inTopic(1, 'echoes');
          await appendEvents(server.log, [
            past.sends(2, 1, place, past.text('said by another process'), { actor: null } as never),
          ]);
          return [
            {
              command: 'send-notice',
              input: { messageId: MessageId.parse(2), senderId: UserId.parse(1), place, content: 'mine' },
            },
          ];
        },
      };
    }
  });

  it('leave an action to another process that finishes it while they look for another message id', async () => {
    const folder = temporaryFolder();
    const errors: string[] = [];
    const log = await openLmdbEventLog(join(folder, 'log'));
    const place = past.inTopic(1, 'echoes');
    const taken = past.sends(2, 1, place, past.text('said by another process'), { actor: null } as never);
    let claims = 0;
    const server: TestEngine = await engineIn(folder, {
      policies: [{ ...echo, plan: undefined }],
      performers: {
        echo: {
          kind: 'plan',
          plan: async (event: Recorded) => {
            if (event.type !== 'MessageSent' || event.data.messageId !== 1) return [];
            await appendEvents(log, [taken]);
            return [
              {
                command: 'send-notice',
                input: { messageId: MessageId.parse(2), senderId: UserId.parse(1), place, content: 'mine' },
              },
            ];
          },
        },
      },
      logger: { ...silent, error: (_facts, text) => errors.push(text) },
      log: {
        ...log,
        async append(stream, events, expected) {
          if (events[0]?.type === 'PolicyActionClaimed') claims += 1;
          if (claims === 2) {
            claims += 1;
            const data = { policy: 'echo.', causedBy: await idOf(server, 'message-1.1') };
            await appendEvents(log, [happened(stream as never, 'PolicyActionFinished', data)]);
          }
          return log.append(stream, events, expected);
        },
      },
    });
    await appendEvents(log, beginning);
    await server.engine.follower.catchUp();
    await say(server, 'hello');
    // The next action of the same subject is carried out after this one.
    await say(server, 'next');
    expect(await sentTexts(server)).to.deep.equal(['hello', 'said by another process', 'next']);
    expect(errors).to.deep.equal([]);
    await server.close();
    await log.close();
  });

  it('wait for a subject up to a limit, also after a restart; actions beyond it are finished without being performed (outgoingCallsMax)', async () => {
    const folder = temporaryFolder();
    const performed: number[] = [];
    const given: number[] = [];
    let isOpen = false;
    let opened: () => void = () => undefined;
    const slow: Performer = {
      kind: 'plan',
      plan: async (event, _subject, signal) => {
        if (!isOpen)
          await new Promise<void>((resolve, reject) => {
            opened = resolve;
            signal.addEventListener('abort', () => reject(new Error('stopped')));
          });
        if (event.type === 'MessageSent') performed.push(event.data.messageId);
        return [];
      },
      giveUp: (event) => {
        if (event.type === 'MessageSent') given.push(event.data.messageId);
        return [];
      },
    };
    const options = {
      policies: [{ name: 'slow', backlogMax: 3, on: { MessageSent: () => ['one'] } } satisfies Policy<RealmState>],
      performers: { slow },
    };
    const before = await engineIn(folder, options);
    await appendEvents(before.log, beginning);
    await before.engine.follower.catchUp();
    const order = { realmId, actor: UserId.parse(1), client: 'test', requestId: 'r' };
    const to = { kind: 'channel', channel: 'general', topic: 'echoes' } as const;
    for (let number = 0; number < 10; number += 1)
      await before.engine.executor.execute(sendMessage, { to, content: 'x' }, order);
    await until(() => before.engine.policyRunner.unfinished === 3);
    expect([performed, given]).to.deep.equal([[], [4]]);
    await before.close();

    const after = await engineIn(folder, options);
    expect(after.engine.policyRunner.unfinished).to.equal(3);
    isOpen = true;
    opened();
    await until(() => after.engine.policyRunner.unfinished === 0);
    expect([performed, given]).to.deep.equal([[1, 2, 3], [4]]);
    await after.close();
  });

  it('repeat a repeatable action until it succeeds', async () => {
    const folder = temporaryFolder();
    let tries = 0;
    const failing: Performer = {
      kind: 'do',
      perform: async () => {
        tries += 1;
        if (tries < 2) throw new Error('not yet');
      },
    };
    const server = await engineIn(folder, { policies: [{ ...echo, plan: undefined }], performers: { echo: failing } });
    await appendEvents(server.log, beginning);
    await server.engine.follower.catchUp();
    await say(server, 'hello');
    expect(tries).to.equal(2);
    expect(server.engine.policyRunner.unfinished).to.equal(0);
    await server.close();
  });
});

async function idOf({ log }: TestEngine, stream: string): Promise<EventId> {
  const event = (await log.readStream(stream))[0];
  if (!event) throw new Error(`nothing in ${stream}`);
  return event.id as EventId;
}
