/** Events by which an organization has its Notification Bot. */
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId } from '../support/given.ts';
import { user } from '../support/organization.ts';

export const notificationBotCame = (
  id: number,
  { email = 'notification-bot@test.example', ownerId = null }: { email?: string; ownerId?: number | null } = {},
): Given[] => [
  happened(logStream.person(realmId, user(id)), 'PersonDescribed', {
    userId: user(id),
    fullName: 'Notification Bot',
    email,
    timezone: '',
  }),
  happened(logStream.directory(realmId), 'UserCreated', {
    userId: user(id),
    role: 400,
    addressFingerprint: `fp:${id}`,
    bot: { type: 1, ownerId: ownerId === null ? null : user(ownerId) },
  }),
];
