/** Links by which people join. The key is in the fragment, which browsers send to no server. */
import type { Call } from '../../../define/endpoint.ts';
import { invitationKey } from '../../../engine/invitation-keys.ts';
import type { InvitationId } from '../../../vocabulary/ids.ts';
import type { Services } from '../../services.ts';

export const linkTo =
  ({ realmId, origin }: Pick<Call<unknown>, 'realmId' | 'origin'>, { secrets }: Pick<Services, 'secrets'>) =>
  (invitation: { readonly invitationId: InvitationId; readonly generation: number }): string =>
    `${origin()}/#join/${invitationKey(secrets, realmId, invitation)}`;

export const keyExample = '1.1.Hn4cXyQm2c0o7mJ0Yd0oYVw8GJYkq0v3kU1m5b9tXo0';
export const linkExample = `https://chat.example.com/#join/${keyExample}`;
