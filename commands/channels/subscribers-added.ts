/**
 * The events that add subscribers in one request, and the users who are notified. A user who was subscribed by somebody else gets one
 * notice about all existing streams. If that would be too many people, nobody gets one. The notice is part of the last event that adds the
 * user, so that it is sent after all additions.
 */
import type { DataOf, DomainEvent } from '../../src/vocabulary/events/index.ts';
import type { ChannelId, UserId } from '../../src/vocabulary/ids.ts';
import { inParts } from '../../src/vocabulary/in-parts.ts';
import { limits } from '../../src/vocabulary/limits.ts';

export type Joining = {
  readonly channelId: ChannelId;
  readonly isNew: boolean;
  readonly joining: readonly UserId[];
};

type Added = DomainEvent<'SubscribersAdded'>;
type Notices = NonNullable<DataOf<'SubscribersAdded'>['notify']>;

/** The events by stream, in the given order. `isNotified`: whether a user gets a notice. */
export function subscribersAdded(
  joinings: readonly Joining[],
  isNotified: (userId: UserId) => boolean,
): { readonly channelId: ChannelId; readonly isNew: boolean; readonly events: readonly Added[] }[] {
  const channelsOf = new Map<UserId, ChannelId[]>();
  for (const { channelId, isNew, joining } of joinings)
    if (!isNew)
      for (const userId of joining.filter(isNotified)) {
        const known = channelsOf.get(userId);
        if (known) known.push(channelId);
        else channelsOf.set(userId, [channelId]);
      }
  if (channelsOf.size > limits.subscriptionNoticesMax) channelsOf.clear();

  return joinings.map(({ channelId, isNew, joining }) => {
    const isLastOf = (userId: UserId): boolean => !isNew && channelsOf.get(userId)?.at(-1) === channelId;
    const events = inParts(joining).map((userIds): Added => {
      const notify = noticesTo(userIds.filter(isLastOf), channelsOf);
      return {
        type: 'SubscribersAdded',
        data: { channelId, userIds, ...(notify.length > 0 ? { notify } : {}) },
      };
    });
    return { channelId, isNew, events };
  });
}

/** One notice for all users who are notified about the same streams. */
function noticesTo(userIds: readonly UserId[], channelsOf: ReadonlyMap<UserId, ChannelId[]>): Notices {
  const notices = new Map<string, Notices[number]>();
  for (const userId of userIds) {
    const channelIds = channelsOf.get(userId) ?? [];
    const together = notices.get(channelIds.join());
    if (together) together.userIds.push(userId);
    else notices.set(channelIds.join(), { userIds: [userId], channelIds });
  }
  return [...notices.values()];
}
