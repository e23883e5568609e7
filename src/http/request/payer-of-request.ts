/** Who pays for a request: its work counts against the limits of a user, the owner of a bot, or the network of an unknown caller. */
import { payerIn } from '../../define/payer.ts';
import type { ServerState } from '../../state/realm-state.ts';
import { type AddressOf, networkOf } from './client-address.ts';
import { payerOf } from './rate-limit.ts';
import type { Context } from './request-context.ts';

export type PayerOf = (context: Context) => string;

export const payerOfRequest =
  (server: ServerState, addressOf: AddressOf): PayerOf =>
  ({ state: { realmId, userId }, req }) =>
    payerIn(
      realmId,
      realmId === undefined || userId === undefined ? networkOf(addressOf(req)) : payerOf(server, realmId, userId),
    );
