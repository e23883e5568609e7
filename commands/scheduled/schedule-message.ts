/** POST /messages with `delivery_type`: schedules a message or a reminder. What may not be sent now may not be scheduled. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { accountable } from '../../src/state/directory.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { schedulingClaim } from '../../src/state/scheduled.ts';
import { dayMs } from '../../src/vocabulary/day.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Place } from '../../src/vocabulary/places.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import { defineCommand } from '../define-command.ts';
import { earlierClaim, Idempotency } from '../message/earlier-claim.ts';
import { Destination, placeOf, placeRefusals } from '../message/place-rules.ts';
import { contentRefusal, contentRefusals, isBlank, topicRefusal, topicRefusals } from '../message/text-rules.ts';

export const scheduleMessage = defineCommand({
  name: 'schedule-message',
  input: z.object({
    to: Destination,
    content: z.string(),
    deliverAt: z.int(),
    /** The time of the machine's clock. It is used because `now` may be ahead: `now` is never before the newest event. */
    asOf: z.int(),
    reminder: z.boolean(),
    idempotency: Idempotency.optional(),
  }),
  refusals: [
    'idempotency-key-reused',
    'message-content-empty',
    ...contentRefusals,
    ...topicRefusals,
    ...placeRefusals,
    'schedule-past',
    'schedule-too-far',
    'schedule-too-many',
    'reminder-private',
  ],
  stream: ({ idempotency }, realmId) => (idempotency ? logStream.request(realmId, idempotency.key) : null),
  aggregate: schedulingClaim,
  decide(
    state,
    { to, content, deliverAt, asOf, reminder, idempotency },
    { realmId, actor, now, generate, fingerprint, own },
  ) {
    const earlier = idempotency && earlierClaim(own, now);
    if (earlier && (earlier.status === 'other' || earlier.claim.fingerprint !== idempotency.fingerprint))
      return refuse({ code: 'idempotency-key-reused' });
    if (earlier?.status === 'done') return accept([], { scheduledId: earlier.claim.scheduledId });
    if (isBlank(content)) return refuse({ code: 'message-content-empty' });
    const wrong = contentRefusal(content) ?? (to.kind === 'channel' ? topicRefusal(to.topic) : undefined);
    if (wrong) return refuse(wrong);
    if (deliverAt <= asOf) return refuse({ code: 'schedule-past' });
    if (deliverAt > asOf + limits.scheduleAheadDaysMax * dayMs)
      return refuse({ code: 'schedule-too-far', daysMax: limits.scheduleAheadDaysMax });
    const senderId = actor as UserId;
    const placed = placeOf(state, senderId, to, now, fingerprint);
    if ('refusal' in placed) return refuse(placed.refusal);
    const { place } = placed;
    if (reminder && !isOwnOrStream(place)) return refuse({ code: 'reminder-private' });
    const tooMany = roomRefusal(state, senderId);
    if (tooMany) return refuse(tooMany);
    // There is a claim without a message: the request that made it was interrupted, or is still running.
    const begun = earlier?.status === 'claimed' ? earlier.claim : undefined;
    const scheduledId = begun?.scheduledId ?? generate.scheduledMessageId();
    const scheduled = {
      type: 'MessageScheduled',
      data: { scheduledId, senderId, place, content, deliverAt, reminder },
    } as const;
    const stream = logStream.scheduled(realmId, scheduledId);
    if (!idempotency) return accept([{ stream, events: [scheduled], expects: 'new' as const }], { scheduledId });
    const eventId = begun?.eventId ?? generate.eventId();
    const data = { fingerprint: idempotency.fingerprint, scheduledId, eventId };
    const claimed = { type: 'SchedulingClaimed', data } as const;
    return accept(
      [
        ...(begun ? [] : [{ stream: logStream.request(realmId, idempotency.key), events: [claimed] }]),
        { stream, events: [scheduled], expects: 'new' as const, ids: [eventId] },
      ],
      { scheduledId },
    );
  },
});

const isOwnOrStream = (place: Place): boolean => place.kind === 'channel' || place.userIds.length === 1;

/** A person and the bots that they made share one limit. */
function roomRefusal({ scheduled, directory }: RealmState, senderId: UserId): Refusal<'schedule-too-many'> | undefined {
  if (scheduled.byId.size >= limits.scheduledMessagesMax)
    return { code: 'schedule-too-many', max: limits.scheduledMessagesMax, of: 'organization' };
  const person = accountable(directory, senderId);
  let own = 0;
  for (const one of scheduled.byId.values()) if (accountable(directory, one.senderId) === person) own += 1;
  return own < limits.scheduledMessagesPerUserMax
    ? undefined
    : { code: 'schedule-too-many', max: limits.scheduledMessagesPerUserMax, of: 'user' };
}
