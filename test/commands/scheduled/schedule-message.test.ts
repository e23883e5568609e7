import { expect } from 'chai';
import { scheduleMessage } from '../../../commands/scheduled/schedule-message.ts';
import type { Append } from '../../../src/define/command.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import type { EventId, MessageId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, type Given, given, happened, realmId, recorded, testNow } from '../../support/given.ts';
import { lowerLimits } from '../../support/lower-limits.ts';
import { organization } from '../../support/organization.ts';
import { between, inTopic, newUser, opened } from '../../support/past-events.ts';
import { scheduledEnds, scheduledId, scheduledStream, schedules, toSend } from '../../support/scheduled-writes.ts';
import { deactivated, newBot, ownerChanged, settingsChanged } from '../../support/writes.ts';

const past = [
  ...organization(),
  opened(1, 'Plans', [1, 6]),
  opened(2, 'secret', [3], { inviteOnly: true }),
  opened(3, 'news', [1, 3], { postPolicy: 2 }),
  opened(4, 'newcomers', [1, 3], { postPolicy: 3 }),
];
const asks = askingFor(scheduleMessage, past);
const deliverAt = testNow + 60_000;
const toChannel = (channel: string | number, more: { topic?: string; content?: string } = {}) => ({
  to: { kind: 'channel' as const, channel, topic: more.topic ?? 'Lunch' },
  content: more.content ?? 'later 1',
  deliverAt,
  asOf: testNow,
  reminder: false,
});
const toUsers = (...to: (string | number)[]) => ({ ...toChannel(1), to: { kind: 'private' as const, to } });
const scheduled = (id: number, data: Partial<DataOf<'MessageScheduled'>> = {}): Append =>
  appends(
    scheduledStream(id),
    'MessageScheduled',
    toSend(id, 3, inTopic(1, 'Lunch'), { content: 'later 1', deliverAt, ...data }),
  );

describeCommand(scheduleMessage, () => {
  lowerLimits({ scheduledMessagesPerUserMax: 10, scheduledMessagesMax: 200 });

  it('schedules for a stream and for users', () => {
    const result = asks(3, toChannel('plans')).thenHappens(scheduled(1));
    expect(result).to.deep.equal({ scheduledId: 1 });
    asks(3, toUsers(1), schedules(4, 3, inTopic(1, 'x')), scheduledEnds(4, 3)).thenHappens(
      scheduled(5, { place: between(1, 3) }),
    );
  });

  it('schedules reminders in streams and for oneself', () => {
    asks(3, { ...toChannel(1), reminder: true }).thenHappens(scheduled(1, { reminder: true }));
    asks(3, { ...toUsers(3), reminder: true }).thenHappens(scheduled(1, { reminder: true, place: between(3) }));
    asks(3, { ...toUsers(1), reminder: true }).thenRefused('reminder-private');
  });

  it('refuses a time that is not in the future, and one beyond scheduleAheadDaysMax', () => {
    const at = (deliverAt: number) => asks(3, { ...toChannel(1), deliverAt });
    at(testNow).thenRefused('schedule-past');
    const last = testNow + limits.scheduleAheadDaysMax * 86_400_000;
    at(last).thenHappens(scheduled(1, { deliverAt: last }));
    at(last + 1).thenRefused('schedule-too-far', { daysMax: limits.scheduleAheadDaysMax });
  });

  it('refuses a message that could not be sent now', () => {
    const when = (input: Parameters<(typeof scheduleMessage)['decide']>[1], more: readonly Given[] = []) =>
      asks(3, input, more);
    when(toChannel(1, { content: ' ' })).thenRefused('message-content-empty');
    when(toChannel(1, { content: 'a\0' })).thenRefused('message-content-null');
    when(toChannel(1, { content: 'x'.repeat(10_001) })).thenRefused('message-content-too-long');
    when(toChannel(1, { topic: '' })).thenRefused('topic-empty');
    when(toChannel(1, { topic: 'a\nb' })).thenRefused('topic-characters');
    when(toChannel(1, { topic: 'x'.repeat(61) })).thenRefused('topic-too-long');
    when(toChannel('nowhere')).thenRefused('channel-unknown');
    when(toChannel(3)).thenRefused('channel-post-administrators-only');
    when(toChannel(4)).thenRefused('channel-post-new-members-only');
    asks(1, toChannel(2)).thenRefused('channel-post-unsubscribed');
    when(toUsers()).thenRefused('recipients-missing');
    when(toUsers(...Array.from({ length: limits.recipientsMax + 1 }, () => 1))).thenRefused('recipients-too-many');
    when(toUsers(4711)).thenRefused('recipient-id-unknown');
    when(toUsers('nobody@x.example')).thenRefused('recipient-email-unknown');
    when(toUsers(1), [deactivated(1)]).thenRefused('recipient-deactivated');
    when(toUsers(1), [settingsChanged({ private_message_policy: 2 })]).thenRefused('private-messages-disabled');
  });

  describe('limits', () => {
    const many = (count: number, by: (id: number) => number): Given[] =>
      Array.from({ length: count }, (_, index) => schedules(index + 1, by(index), inTopic(1, 'x')));

    it('refuses more than scheduledMessagesPerUserMax of a person, those of their bots included', () => {
      const bots = [...past, ...newBot(90, 3), ...newBot(91, 3)];
      const when = (count: number, actor: number) =>
        given(
          bots,
          many(count, (index) => [3, 90][index % 2] as number),
        ).when(scheduleMessage, toChannel('plans'), { actor });
      when(limits.scheduledMessagesPerUserMax - 1, 91).thenHappens(
        scheduled(limits.scheduledMessagesPerUserMax, { senderId: 91 as never }),
      );
      for (const actor of [3, 90, 91])
        when(limits.scheduledMessagesPerUserMax, actor).thenRefused('schedule-too-many', {
          max: limits.scheduledMessagesPerUserMax,
          of: 'user',
        });
      when(limits.scheduledMessagesPerUserMax, 1).thenHappens(
        scheduled(limits.scheduledMessagesPerUserMax + 1, { senderId: 1 as never }),
      );
    });

    it('counts what a bot scheduled against its creator, even after it gets another owner', () => {
      const bots = [...past, ...newBot(90, 1)];
      const all = many(limits.scheduledMessagesPerUserMax, () => 90);
      const when = (actor: number) =>
        given(bots, all, ownerChanged(90, 3, 1)).when(scheduleMessage, toChannel('plans'), { actor });
      when(3).thenHappens(scheduled(limits.scheduledMessagesPerUserMax + 1));
      for (const actor of [1, 90])
        when(actor).thenRefused('schedule-too-many', { max: limits.scheduledMessagesPerUserMax, of: 'user' });
    });

    it('refuses more than scheduledMessagesMax of an organization', () => {
      const users = Array.from({ length: 100 }, (_, index) => newUser(1000 + index)).flat();
      asks(
        3,
        toChannel(1),
        users,
        many(limits.scheduledMessagesMax, (index) => 1000 + (index % 100)),
      ).thenRefused('schedule-too-many', { max: limits.scheduledMessagesMax, of: 'organization' });
    });
  });

  describe('under an idempotency key', () => {
    const stream = logStream.request(realmId, 'key');
    const minted = '00000000-0000-4000-8000-00000000eeee' as EventId;
    const claims = (id: number, eventId = minted, at = testNow): Given =>
      happened(stream, 'SchedulingClaimed', { fingerprint: 'asked', scheduledId: scheduledId(id), eventId }, { at });
    const claimed = (id: number): Append =>
      appends(stream, 'SchedulingClaimed', { fingerprint: 'asked', scheduledId: scheduledId(id), eventId: minted });
    const once = { ...toChannel(1), idempotency: { key: 'key', fingerprint: 'asked' } };
    const other = { ...toChannel(1), idempotency: { key: 'key', fingerprint: 'other' } };
    const afterScheduling = [...past, schedules(1, 3, inTopic(1, 'Lunch'))];
    const done = [...afterScheduling, claims(1, recorded(afterScheduling).at(-1)?.id as EventId)];

    it('claims the ids, then schedules; the same request again does nothing', () => {
      asks(3, once).thenHappens(claimed(1), scheduled(1));
      given(done).when(scheduleMessage, once, { actor: 3 }).thenNothing();
      given(done)
        .when(scheduleMessage, once, { actor: 3 })
        .thenAnswers({ scheduledId: scheduledId(1) });
    });

    it('completes what was begun, and claims another id if the claimed one was taken', () => {
      asks(3, once, claims(7)).thenHappens(scheduled(7));
      asks(3, once, claims(1), schedules(1, 1, inTopic(1, 'x'))).thenHappens(claimed(2), scheduled(2));
    });

    it('refuses another message, and the key of a message that was sent at once', () => {
      given(done).when(scheduleMessage, other, { actor: 3 }).thenRefused('idempotency-key-reused');
      const data = { fingerprint: 'asked', messageId: 1 as MessageId, eventId: minted };
      asks(3, once, happened(stream, 'RequestClaimed', data, { at: testNow })).thenRefused('idempotency-key-reused');
    });

    it('accepts the key for a new message after idempotencyKeySecs', () => {
      const old = testNow - limits.idempotencyKeySecs * 1000 - 1;
      asks(3, other, claims(7, minted, old)).thenHappens(
        {
          ...claimed(1),
          events: [
            {
              type: 'SchedulingClaimed',
              data: { fingerprint: 'other', scheduledId: scheduledId(1), eventId: minted },
            },
          ],
        },
        scheduled(1),
      );
    });
  });
});
