/** Sends a scheduled message under the ids that were claimed for it, or else the notice with the reason why it is not sent. */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { notificationBot } from '../../src/state/notification-bot.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { scheduledHistory } from '../../src/state/scheduled.ts';
import type { RenderedText } from '../../src/vocabulary/events/message.ts';
import { scheduledEvents } from '../../src/vocabulary/events/scheduled.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Place, participants } from '../../src/vocabulary/places.ts';
import { defineCommand } from '../define-command.ts';
import { messageSent } from '../message/sent.ts';
import { notSentNotice } from './not-sent-notice.ts';

/** The events of the message and of its claim, as returned by `settle-scheduled-message`. */
const Input = z.object({
  scheduled: scheduledEvents.MessageScheduled,
  claim: scheduledEvents.ScheduledMessageClaimed.omit({ scheduledId: true }),
});
type Input = z.infer<typeof Input>;

type Prepared = { readonly text: RenderedText; readonly topicLinks: string[] };

export const sendScheduledMessage = defineCommand({
  name: 'send-scheduled-message',
  input: Input,
  refusals: [],
  stream: ({ scheduled }, realmId) => logStream.scheduled(realmId, scheduled.scheduledId),
  aggregate: scheduledHistory,
  async prepare(state, input, tools): Promise<Prepared> {
    const { content, senderId, place } = input.scheduled;
    const { obstacle } = input.claim;
    const markdown = obstacle === undefined ? content : notSentNotice(state, input.scheduled, obstacle);
    const text = await tools.render(markdown, { writer: senderId });
    return {
      text,
      topicLinks: obstacle === undefined && place.kind === 'channel' ? tools.topicLinks(place.topic) : [],
    };
  },
  decide(state, input, { realmId, prepared, own: { claim, hasEnded } }) {
    const { messageId, eventId } = input.claim;
    const isClaimed = !hasEnded && claim?.status === 'claimed' && claim.eventId === eventId;
    // In an organization that nobody can use, it waits until they can again.
    if (!isClaimed || state.realm.deactivated) return accept([], {});
    const sent = messageSent(state, { messageId, ...whoAndWhere(state, input), ...prepared });
    const stream = logStream.message(realmId, messageId);
    return accept([{ stream, events: [sent], expects: 'new' as const, ids: [eventId] }], {});
  },
});

function whoAndWhere(state: RealmState, { scheduled, claim }: Input): { senderId: UserId; place: Place } {
  const { senderId, place, reminder } = scheduled;
  const botId = notificationBot(state) ?? senderId;
  if (claim.obstacle !== undefined)
    return { senderId: botId, place: { kind: 'private', userIds: participants([botId, senderId]) } };
  if (!reminder) return { senderId, place };
  const isOwn = place.kind === 'private';
  return {
    senderId: botId,
    place: isOwn ? { kind: 'private', userIds: participants([...place.userIds, botId]) } : place,
  };
}
