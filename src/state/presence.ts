/** The newest presence that the clients of each user have sent. */
import type { StatePart } from '../define/handlers.ts';
import type { ClientPresence } from '../vocabulary/events/ephemeral.ts';
import type { UserId } from '../vocabulary/ids.ts';

/** The clients in the order in which they last sent it. */
export type Presence = Map<UserId, readonly ClientPresence[]>;

/** Each event names all clients, so that the newest one is enough. */
export const presenceState: StatePart<Presence> = {
  initial: () => new Map(),
  on: {
    PresenceTold: ({ data: { userId, clients } }, presence) => void presence.set(userId, clients),
    // What a user hides is forgotten, so that their next report is news when they show it again.
    NotificationSettingsChanged({ data: { userId, settings } }, presence) {
      if (settings.presence_enabled === false) presence.delete(userId);
    },
  },
};
