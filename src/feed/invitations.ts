/** `invites_changed` events, after which administrators request the list again. */
import { plainEvent } from './client-event.ts';
import { fromAfter } from './feed-handlers.ts';

const changed = plainEvent('invites_changed', { kind: 'administrators' }, {});

export const invitationFeed = fromAfter({
  InvitationSent: () => [changed],
  InvitationResent: () => [changed],
  InvitationEnded: () => [changed],
});
