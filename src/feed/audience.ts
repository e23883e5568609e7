/** Decides whether a client event is for a queue, from the subscriptions and roles right after the domain event. */
import { isHumanAdministrator } from '../state/channel-knowledge.ts';
import { accountAt, isGuest } from '../state/directory.ts';
import { hasLeft, hasStayedSince, wasSubscribedAt } from '../state/memberships.ts';
import type { Queue } from '../state/queues.ts';
import type { RealmState } from '../state/realm-state.ts';
import { received, receives } from '../state/received.ts';
import { countBelow } from '../vocabulary/ascending.ts';
import type { MessageId, UserId } from '../vocabulary/ids.ts';
import type { Scope } from './client-event.ts';

/**
 * `direct`: the event is for the queue's user. `public`: the queue gets it, although its user received none of the messages that it
 * is about. `left`: the user received one, and cannot read what became of it.
 */
export type Entitled = 'direct' | 'public' | 'left' | undefined;

export function entitled(state: RealmState, scope: Scope, queue: Queue, position: number): Entitled {
  const { userId } = queue;
  if ('minus' in scope && has(scope.minus, userId)) return undefined;
  if ('among' in scope && !has(scope.among, userId)) return undefined;
  switch (scope.kind) {
    case 'everyone':
      return 'direct';
    case 'users':
      return direct(has(scope.userIds, userId));
    case 'non-guests':
      return direct(has(scope.plus, userId) || !isGuest(accountOf(state, queue, position)));
    case 'administrators':
      return direct(has(scope.plus, userId) || isHumanAdministrator(accountOf(state, queue, position)));
    case 'viewers':
      return direct(
        isHumanAdministrator(accountOf(state, queue, position)) ||
          (scope.public && !isGuest(accountOf(state, queue, position))) ||
          wasSubscribedAt(state.memberships, scope.channelId, userId, position),
      );
    case 'outsiders': {
      const account = accountOf(state, queue, position);
      if (isGuest(account) || isHumanAdministrator(account)) return undefined;
      return direct(!wasSubscribedAt(state.memberships, scope.channelId, userId, position));
    }
    case 'receivers': {
      const { channelId, messageIds } = scope;
      if (has(scope.plus, userId)) return 'direct';
      const isSubscribed = wasSubscribedAt(state.memberships, channelId, userId, position);
      if (!receives(state, userId) || (scope.subscribed && !isSubscribed)) return undefined;
      const isOf = (id: MessageId): boolean =>
        scope.stayed
          ? hasStayedSince(state.memberships, channelId, userId, id)
          : received(state, channelId, userId, id);
      // The newest message is checked first, because most users have received it.
      if (messageIds.findLast(isOf) === undefined) return undefined;
      return isSubscribed ? 'direct' : 'left';
    }
    case 'channel': {
      const how = has(scope.plus, userId) ? 'direct' : entitledIn(state, scope, queue, position);
      if (how) return how;
      const wantsPublic = queue.options.allPublicStreams || queue.options.narrow.length > 0;
      return scope.everyPublic && wantsPublic && !isGuest(accountOf(state, queue, position)) ? 'public' : undefined;
    }
  }
}

const accountOf = (state: RealmState, { userId }: Queue, position: number) =>
  accountAt(state.directory, userId, position);

/**
 * The receivers of a message are always known. Subscribers at an earlier event are known as far back as membership changes are kept. For
 * older events, the current subscribers are used.
 */
function entitledIn(
  state: RealmState,
  { channelId, messageId, changed, former, everyPublic }: Extract<Scope, { kind: 'channel' }>,
  queue: Queue,
  position: number,
): Entitled {
  const { userId } = queue;
  const isReceived = (id: MessageId): boolean => received(state, channelId, userId, id);
  if (messageId !== undefined) return direct(isReceived(messageId));
  if (wasSubscribedAt(state.memberships, channelId, userId, position))
    return changed === undefined || changed.findLast(isReceived) !== undefined ? 'direct' : 'public';
  // Most of those who are not subscribed never were.
  if (former === undefined || !hasLeft(state.memberships, channelId, userId)) return undefined;
  if (changed?.findLast(isReceived) === undefined) return undefined;
  if (everyPublic && !isGuest(accountOf(state, queue, position))) return 'direct';
  return former === 'everyone' ? 'left' : undefined;
}

const direct = (yes: boolean): Entitled => (yes ? 'direct' : undefined);

/** Whether an ascending list, which may be long, contains the user. */
export function has(userIds: readonly UserId[] | undefined, userId: UserId): boolean {
  return userIds !== undefined && userIds[countBelow(userIds, userId)] === userId;
}
