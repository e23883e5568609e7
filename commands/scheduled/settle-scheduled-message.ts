/**
 * Decides what happens to a scheduled message that is due: either it is sent, or its author gets a notice with the reason. In both cases
 * the ids of a message are claimed here, so that it is sent once, whichever process does it (`send-scheduled-message`). Then the scheduled
 * message ends.
 */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { notificationBot } from '../../src/state/notification-bot.ts';
import { isErased } from '../../src/state/people.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { scheduledHistory } from '../../src/state/scheduled.ts';
import type { DataOf, DomainEvent } from '../../src/vocabulary/events/index.ts';
import { type EventId, type Millis, ScheduledMessageId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { type Destination, placeOf } from '../message/place-rules.ts';
import { scheduledEnded } from './scheduled-ended.ts';

/**
 * `ended`: nothing is left to do. `early`: the message is not due yet. `claimed`: the message that `send-scheduled-message` has to send.
 */
type Settled =
  | { readonly status: 'ended' | 'early' }
  | {
      readonly status: 'claimed';
      readonly scheduled: DataOf<'MessageScheduled'>;
      readonly claim: Pick<DataOf<'ScheduledMessageClaimed'>, 'messageId' | 'eventId' | 'obstacle'>;
      /** The client that scheduled the message. `causedBy`: the event of the scheduling. */
      readonly client: string;
      readonly causedBy: EventId;
    };

export const settleScheduledMessage = defineCommand({
  name: 'settle-scheduled-message',
  /** `asOf`: the time by `delayedStepClock`. */
  input: z.object({ scheduledId: ScheduledMessageId, asOf: z.int() }),
  refusals: [],
  stream: ({ scheduledId }, realmId) => logStream.scheduled(realmId, scheduledId),
  aggregate: scheduledHistory,
  decide(state, { scheduledId, asOf }, { realmId, now, generate, leafOf, own }) {
    const { scheduled, claim, hasEnded, events } = own;
    const stream = logStream.scheduled(realmId, scheduledId);
    const happens = (result: Settled, event?: DomainEvent) =>
      accept([{ stream, events: event ? [event] : [] }], result);
    if (!scheduled || hasEnded) return happens({ status: 'ended' });
    const { data, id: causedBy } = scheduled;
    const { client } = scheduled.metadata;
    if (claim?.status === 'appended') {
      const { messageId, obstacle } = claim;
      const how =
        obstacle === undefined
          ? ({ outcome: 'sent', messageId } as const)
          : ({ outcome: 'not-sent', messageId, obstacle } as const);
      return happens({ status: 'ended' }, scheduledEnded(scheduled, events, how, leafOf));
    }
    const begun = claim?.status === 'claimed' ? claim : undefined;
    if (!begun && Math.min(asOf, now) < data.deliverAt) return happens({ status: 'early' });
    // If the process that made the claim has died, the author may have lost the right to send since.
    const obstacle = begun?.obstacle ?? obstacleTo(state, data, now);
    // An erased person gets no notice, because it would repeat their text.
    const isNotified = notificationBot(state) !== undefined && !isErased(state.people, data.senderId);
    if (begun && (obstacle === begun.obstacle || !isNotified))
      return happens({ status: 'claimed', scheduled: data, claim: begun, client, causedBy });
    if (obstacle !== undefined && !isNotified)
      return happens({ status: 'ended' }, scheduledEnded(scheduled, events, { outcome: 'not-sent', obstacle }, leafOf));
    // The process that made an earlier claim may be sending the message. Under the same id there is either the message or the notice.
    const messageId = begun?.messageId ?? generate.messageId();
    const ids = { messageId, eventId: generate.eventId(), ...(obstacle !== undefined && { obstacle }) };
    return happens(
      { status: 'claimed', scheduled: data, claim: ids, client, causedBy },
      { type: 'ScheduledMessageClaimed', data: { scheduledId, ...ids } },
    );
  },
});

/** The reason why the author may not send it now; undefined if they may. */
function obstacleTo(
  state: RealmState,
  { senderId, place }: DataOf<'MessageScheduled'>,
  now: Millis,
): string | undefined {
  if (state.directory.accounts.get(senderId)?.active !== true) return 'sender-deactivated';
  const destination: Destination =
    place.kind === 'channel'
      ? { kind: 'channel', channel: place.channelId, topic: place.topic }
      : { kind: 'private', to: [...place.userIds] };
  const placed = placeOf(state, senderId, destination, now, () => '');
  return 'refusal' in placed ? placed.refusal.code : undefined;
}
