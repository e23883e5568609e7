/** Whether a client event is for a queue, judged as of the event: by who was subscribed, and what role people had, right then. */
import { wasSubscribedAt } from '../state/channel.ts';
import { accountAt, isAdmin, isGuest } from '../state/directory.ts';
import type { Queue } from '../state/queues.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { UserId } from '../vocabulary/ids.ts';
import type { Scope } from './client-event.ts';

/** `direct`: it is the user's own; `public`: only because the queue asked for everything public. */
export type Entitled = 'direct' | 'public' | undefined;

export function entitled(state: RealmState, scope: Scope, queue: Queue, position: number): Entitled {
  const { userId } = queue;
  const account = () => accountAt(state.directory, userId, position);
  switch (scope.kind) {
    case 'everyone':
      return 'direct';
    case 'users':
      return direct(has(scope.userIds, userId));
    case 'non-guests':
      return direct(!has(scope.minus, userId) && !isGuest(account()));
    case 'administrators':
      return direct(has(scope.plus, userId) || (isAdmin(account()) && account()?.bot === null));
    case 'channel': {
      if (has(scope.minus, userId)) return undefined;
      if (has(scope.plus, userId) || wasSubscribedAt(state.memberships, scope.channelId, userId, position))
        return 'direct';
      if (scope.orAdministrators && isAdmin(account())) return 'direct';
      const wantsPublic = queue.options.allPublicStreams || queue.options.narrow.length > 0;
      return scope.everyPublic && wantsPublic && !isGuest(account()) ? 'public' : undefined;
    }
  }
}

const direct = (yes: boolean): Entitled => (yes ? 'direct' : undefined);

const has = (userIds: readonly UserId[] | undefined, userId: UserId): boolean => userIds?.includes(userId) ?? false;
