/** Decides which messages belong to an export for review. */
import { HoldFinder } from '../state/holds.ts';
import type { RealmState } from '../state/realm-state.ts';
import { channelsOf } from '../state/topics.ts';
import type { ReviewScope } from '../vocabulary/events/exports.ts';
import { foldCase } from '../vocabulary/fold-case.ts';
import type { ChannelId, EventId, HoldId, MessageId, UserId } from '../vocabulary/ids.ts';
import type { Place } from '../vocabulary/places.ts';
import type { ReviewSurvey } from './survey.ts';

/** A message as it was sent, or according to its deletion. */
export type Found = {
  readonly messageId: MessageId;
  readonly senderId: UserId;
  readonly sentAt: number;
  readonly place: Place;
  /** The receivers other than the participants of its place. */
  readonly addressed: readonly UserId[];
};

/** Participants and streams are matched in the same way as the custodians and streams of a legal hold. */
function finderOf(realm: RealmState, scope: { readonly userIds: UserId[]; readonly channelIds: ChannelId[] }) {
  if (scope.userIds.length + scope.channelIds.length === 0) return undefined;
  const id = 1 as HoldId;
  const hold = { holdId: id, name: '', eventId: '' as EventId, since: null, until: null, ...scope };
  const { memberships, topics, holds } = realm;
  return new HoldFinder({ memberships, topics, holds: { ...holds, byId: new Map([[id, hold]]) } });
}

/** Whether a message is in scope, as of the bound. */
export function inScope({ realm, deleted }: ReviewSurvey, scope: ReviewScope): (found: Found) => boolean {
  const { since, until } = scope;
  const users = finderOf(realm, { userIds: scope.userIds, channelIds: [] });
  const channels = finderOf(realm, { userIds: [], channelIds: scope.channelIds });
  const topics = new Set(scope.topics.map(foldCase));
  return ({ messageId, senderId, sentAt, place, addressed }) => {
    if ((since !== null && sentAt < since) || (until !== null && sentAt >= until)) return false;
    const gone = deleted.get(messageId);
    const current = gone?.place ?? realm.topics.moved.get(messageId) ?? place;
    const stood = channelsOf(realm.topics, messageId, place);
    const later = current.kind === 'channel' ? [...(gone?.leftChannels ?? []), current.channelId] : [];
    const facts = {
      messageId,
      senderId,
      sentAt,
      addressed: place.kind === 'private' ? place.userIds : [...addressed],
      stoodIn: [...new Set([...stood, ...later])],
    };
    if (users && users.over(facts).length === 0) return false;
    if (channels && channels.over(facts).length === 0) return false;
    return (
      topics.size === 0 || [place, current].some((one) => one.kind === 'channel' && topics.has(foldCase(one.topic)))
    );
  };
}
