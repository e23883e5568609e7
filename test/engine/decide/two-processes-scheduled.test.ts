/** Two processes send a scheduled message that its author may not send any more. */
import { expect } from 'chai';
import { archiveChannel } from '../../../commands/channels/archive-channel.ts';
import { subscribe } from '../../../commands/channels/subscribe.ts';
import { scheduleMessage } from '../../../commands/scheduled/schedule-message.ts';
import { sendScheduledMessage } from '../../../commands/scheduled/send-scheduled-message.ts';
import { settleScheduledMessage } from '../../../commands/scheduled/settle-scheduled-message.ts';
import { channelNamed } from '../../../src/state/channels.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import type { ChannelId, ScheduledMessageId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { notificationBotLocalPart, systemBotAddress } from '../../../src/vocabulary/system-bots.ts';
import { appendEvents } from '../../support/engine.ts';
import { type Given, realmId } from '../../support/given.ts';
import { newBot } from '../../support/writes.ts';
import { bothProcesses, rounds } from './both-processes.ts';

const botId = 5;

describe('two processes on one log, for scheduled messages', () => {
  const both = bothProcesses();
  const { seed, run, realmOfBoth, okay } = both;

  before(async () => {
    const [described, created] = newBot(botId, null) as [Given, Given];
    const email = systemBotAddress(notificationBotLocalPart, 'test.example');
    const event = { ...described.event, data: { ...described.event.data, email } } as Given['event'];
    await appendEvents(both.log, [{ ...described, event }, created]);
    await realmOfBoth();
  });

  /** Schedules a message of user 3 to a new stream, and lets its time come. */
  async function due(name: string): Promise<{ channelId: ChannelId; scheduledId: ScheduledMessageId }> {
    okay(await run(0, subscribe, { channels: [{ name }], principals: [3] }, 1));
    const channelId = channelNamed((await realmOfBoth()).channels, name)?.channelId as ChannelId;
    const to = { kind: 'channel', channel: name, topic: 'later' } as const;
    const asOf = both.now();
    const wanted = { to, content: `in ${name}`, deliverAt: asOf + 60_000, asOf, reminder: false };
    const { scheduledId } = okay(await run(0, scheduleMessage, wanted, 3));
    await realmOfBoth();
    both.passes(60_000);
    return { channelId, scheduledId };
  }
  const settle = (number: number, scheduledId: ScheduledMessageId) =>
    run(number, settleScheduledMessage, { scheduledId, asOf: both.now() }, 3);
  async function sends(number: number, scheduledId: ScheduledMessageId): Promise<void> {
    for (;;) {
      const settled = okay(await settle(number, scheduledId));
      if (settled.status !== 'claimed') return;
      okay<unknown>(await run(number, sendScheduledMessage, settled, 3));
    }
  }
  /** How it ended, according to its last event, and what was sent. */
  async function outcomeOf(scheduledId: ScheduledMessageId) {
    const events = await both.log.readStream(logStream.scheduled(realmId, scheduledId));
    const ended = events.at(-1)?.data as DataOf<'ScheduledMessageEnded'>;
    const ids = events.flatMap(({ type, data }) =>
      type === 'ScheduledMessageClaimed' ? [(data as DataOf<'ScheduledMessageClaimed'>).messageId] : [],
    );
    const senders = new Map<number, number>();
    for (const id of new Set(ids))
      for (const { type, data } of await both.log.readStream(logStream.message(realmId, id)))
        if (type === 'MessageSent') senders.set(id, (data as DataOf<'MessageSent'>).senderId);
    return { ended, senders };
  }

  it('return it to its author if it was not sent before, even if one process had claimed its sending', async () => {
    const { channelId, scheduledId } = await due('claimed');
    expect(okay(await settle(0, scheduledId))).to.include({ status: 'claimed' });
    okay<unknown>(await run(0, archiveChannel, { channelId }, 1));
    await realmOfBoth();
    await sends(1, scheduledId);
    const { ended, senders } = await outcomeOf(scheduledId);
    expect(ended).to.include({ outcome: 'not-sent', obstacle: 'channel-unknown' });
    expect([...senders]).to.deep.equal([[ended.messageId, botId]]);
  });

  it('send the message or the notice, and record which of them', async () => {
    for (let round = 0; round < 2 * rounds; round += 1) {
      const { channelId, scheduledId } = await due(`either ${round}`);
      if (round % 2) okay(await settle(0, scheduledId));
      await Promise.all([run(round, archiveChannel, { channelId }, 1), sends(0, scheduledId), sends(1, scheduledId)]);
      const { ended, senders } = await outcomeOf(scheduledId);
      const sender = ended.outcome === 'sent' ? 3 : botId;
      expect([...senders], `seed ${seed}, round ${round}`).to.deep.equal([[ended.messageId, sender]]);
    }
  });
});
