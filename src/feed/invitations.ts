/** `invites_changed` events, after which administrators request the list again. */
import type { ClientEvent } from './client-event.ts';
import type { Feed } from './feed-handlers.ts';

const changed: ClientEvent = {
  type: 'invites_changed',
  scope: { kind: 'administrators' },
  body: { kind: 'plain', fields: {} },
};

export const invitationFeed: Feed = {
  InvitationSent: () => () => [changed],
  InvitationResent: () => () => [changed],
  InvitationEnded: () => () => [changed],
};
