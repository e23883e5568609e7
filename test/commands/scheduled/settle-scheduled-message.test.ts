import { expect } from 'chai';
import { settleScheduledMessage } from '../../../commands/scheduled/settle-scheduled-message.ts';
import type { EventId, MessageId, UserId } from '../../../src/vocabulary/ids.ts';
import type { LogStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { personErased } from '../../support/erasure-writes.ts';
import { appends, askingFor, type Given, given, happened, recorded, testNow } from '../../support/given.ts';
import { leafIn } from '../../support/leaf-in.ts';
import { archived, between, founded, inTopic, leaves, newUser, opened, sends } from '../../support/past-events.ts';
import {
  scheduledClaimed,
  scheduledEnds,
  scheduledId,
  scheduledStream,
  schedules,
  toSend,
} from '../../support/scheduled-writes.ts';
import { deactivated, newBot, postPolicyChanged, settingsChanged } from '../../support/writes.ts';

const place = inTopic(1, 'lunch');
/** The bot of `realmId` 1 whose address makes it the Notification Bot. */
const people = [founded(), ...newUser(1, { role: 100 }), ...newUser(2), ...newUser(3), ...notificationBotCame()];
const past = [...people, opened(1, 'general', [1, 2]), opened(2, 'secret', [1, 2], { inviteOnly: true })];
const asks = askingFor(settleScheduledMessage, past);
const minted = '00000000-0000-4000-8000-00000000eeee' as EventId;
const input = { scheduledId: scheduledId(5), asOf: testNow };

function notificationBotCame(): Given[] {
  return newBot(9, null).map((one) =>
    one.event.type === 'PersonDescribed'
      ? {
          ...one,
          event: {
            ...one.event,
            data: { ...one.event.data, email: 'notification-bot@test.example' },
          } as typeof one.event,
        }
      : one,
  );
}

const claims = (messageId: number, obstacle?: string) =>
  appends(scheduledStream(5), 'ScheduledMessageClaimed', {
    scheduledId: scheduledId(5),
    messageId: messageId as MessageId,
    eventId: minted,
    ...(obstacle !== undefined && { obstacle }),
  });

describeCommand(settleScheduledMessage, () => {
  it('claims ids for a message that is due', () => {
    const when = asks(2, input, schedules(5, 2, place));
    expect(when.thenHappens(claims(1))).to.deep.equal({
      status: 'claimed',
      scheduled: toSend(5, 2, place),
      claim: { messageId: 1, eventId: minted },
      client: 'test',
      causedBy: recorded([...past, schedules(5, 2, place)]).at(-1)?.id,
    });
  });

  it('claims ids in an organization without a Notification Bot, too', () => {
    const withoutBot = [founded(), ...newUser(2), opened(1, 'general', [2]), schedules(5, 2, place)];
    given(withoutBot).when(settleScheduledMessage, input, { actor: 2 }).thenHappens(claims(1));
  });

  it('does nothing before its time, if there is no such message, or if it has ended', () => {
    const early = given(past, schedules(5, 2, place, { deliverAt: testNow + 1 }));
    early.when(settleScheduledMessage, input, { actor: 2 }).thenNothing();
    early.when(settleScheduledMessage, input, { actor: 2 }).thenAnswers({ status: 'early' });
    const isDue = given(past, schedules(5, 2, place, { deliverAt: testNow }));
    isDue.when(settleScheduledMessage, { ...input, asOf: testNow - 1 }, { actor: 2 }).thenAnswers({ status: 'early' });
    const later = { ...input, asOf: testNow + 1 };
    early.when(settleScheduledMessage, later, { actor: 2 }).thenAnswers({ status: 'early' });
    for (const more of [[], [schedules(5, 2, place), scheduledEnds(5, 2)], [scheduledEnds(5, 2)]]) {
      asks(2, input, more).thenNothing();
      asks(2, input, more).thenAnswers({ status: 'ended' });
    }
  });

  it('claims the notice to the author if the message may no longer be sent', () => {
    const because = (obstacle: string, where: typeof place | ReturnType<typeof between>, ...more: Given[]) =>
      asks(2, input, schedules(5, 2, where), more).thenHappens(claims(1, obstacle));
    because('sender-deactivated', place, deactivated(2));
    because('channel-unknown', place, archived(1, 'general'));
    because('channel-post-unsubscribed', inTopic(2, 'lunch'), leaves(2, 2));
    because('channel-post-administrators-only', place, postPolicyChanged(1, 2));
    because('recipient-deactivated', between(2, 3), deactivated(3));
    because('private-messages-disabled', between(2, 3), settingsChanged({ private_message_policy: 2 }));
  });

  it('ends it without a notice if the organization has no Notification Bot, or the author was erased', () => {
    const ends = (obstacle: string, ...before: Given[]) => {
      const { decision } = given(before, schedules(5, 2, place)).when(settleScheduledMessage, input, { actor: 2 });
      const event = decision.ok ? decision.appends[0]?.events[0] : undefined;
      expect(event).to.deep.include({ type: 'ScheduledMessageEnded' });
      expect(event?.data).to.include({ outcome: 'not-sent', obstacle });
      expect(decision.ok && decision.result).to.deep.equal({ status: 'ended' });
    };
    ends('channel-unknown', founded(), ...newUser(2));
    ends('sender-deactivated', ...past, deactivated(2), personErased(2));
  });

  it('repeats a claim that another process made', () => {
    for (const obstacle of [undefined, 'channel-unknown']) {
      const begun = given(past, schedules(5, 2, place), scheduledClaimed(5, 7, minted, obstacle));
      begun.when(settleScheduledMessage, input, { actor: 2 }).thenNothing();
      const { decision } = begun.when(settleScheduledMessage, input, { actor: 2 });
      expect(decision.ok && decision.result).to.deep.equal({
        status: 'claimed',
        scheduled: toSend(5, 2, place),
        claim: { status: 'claimed', messageId: 7, eventId: minted, ...(obstacle !== undefined && { obstacle }) },
        client: 'test',
        causedBy: recorded([...past, schedules(5, 2, place)]).at(-1)?.id,
      });
    }
  });

  it('claims the id of the message for the notice if the message may no longer be sent, and keeps that decision', () => {
    const earlier = '00000000-0000-4000-8000-00000000dddd' as EventId;
    const begun = (claimed: Given) => asks(2, input, schedules(5, 2, place), claimed, deactivated(2));
    begun(scheduledClaimed(5, 7, earlier)).thenHappens(claims(7, 'sender-deactivated'));
    begun(scheduledClaimed(5, 7, earlier, 'channel-unknown')).thenNothing();
    // Nobody gets a person's text after their erasure.
    asks(
      2,
      input,
      schedules(5, 2, place),
      scheduledClaimed(5, 7, earlier),
      deactivated(2),
      personErased(2),
    ).thenNothing();
  });

  it('claims other ids if another message got the claimed one', () => {
    asks(2, input, schedules(5, 2, place), scheduledClaimed(5, 1, minted), sends(1, 1, place)).thenHappens(claims(2));
  });

  it('ends it once the message, or the notice, is in the log', () => {
    for (const obstacle of [undefined, 'channel-unknown']) {
      const afterSending = [...past, schedules(5, 2, place), sends(7, 2, place)];
      const eventId = recorded(afterSending).at(-1)?.id as EventId;
      const { decision } = given(afterSending, scheduledClaimed(5, 7, eventId, obstacle)).when(
        settleScheduledMessage,
        input,
        {
          actor: 2,
        },
      );
      const event = decision.ok ? decision.appends[0]?.events[0] : undefined;
      expect(decision.ok && decision.result).to.deep.equal({ status: 'ended' });
      expect(event?.type).to.equal('ScheduledMessageEnded');
      const { leaves: kept, ...data } = (event?.data ?? {}) as { leaves: { type: string }[] } & Record<string, unknown>;
      expect(data).to.deep.include({ outcome: obstacle === undefined ? 'sent' : 'not-sent', messageId: 7 });
      expect(data.obstacle).to.equal(obstacle);
      expect(kept.map(({ type }) => type)).to.deep.equal(['MessageScheduled', 'ScheduledMessageClaimed']);
    }
  });

  it('ends it if the message was sent and deleted, and does not send it again', () => {
    const scheduled = [...past, schedules(5, 2, place)];
    const [sent] = recorded([...scheduled, sends(7, 2, place)]).slice(-1);
    if (!sent) throw new Error('nothing was sent');
    const deleted = happened(sent.stream as LogStream, 'MessageDeleted', {
      messageId: 7 as MessageId,
      senderId: 2 as UserId,
      place,
      sentAt: 1,
      leaves: [leafIn(sent)],
    });
    given(scheduled, scheduledClaimed(5, 7, sent.id), deleted)
      .when(settleScheduledMessage, input, { actor: 2 })
      .thenAnswers({ status: 'ended' });
  });
});
