/** Every endpoint below `/api/v1`, grouped by the first word of its path. */
import type { AnyEndpoint } from '../define-endpoint.ts';
import { listBots } from './bots-list.ts';
import { events } from './events.ts';
import { listProfileFields } from './profile-fields-list.ts';
import { register } from './register.ts';
import { serverSettings } from './server-settings.ts';
import { signIn } from './sign-in.ts';
import { getStreams } from './streams-list.ts';
import { listSubscriptions } from './subscriptions-list.ts';
import { usersList } from './users-list.ts';

export const endpoints: readonly AnyEndpoint[] = [
  ...usersList,
  ...events,
  ...signIn,
  register,
  serverSettings,
  getStreams,
  listSubscriptions,
  listProfileFields,
  listBots,
];
