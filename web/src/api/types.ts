/** Names for API types that the page uses. They come from the generated types of the client. */
import type { Api } from 'verbatim/client';

export type Listed = Api['GET /messages']['answer']['messages'][number];
export type Registered = Api['POST /register']['answer'];
export type Subscription = NonNullable<Registered['subscriptions']>[number];
export type Stream = Omit<NonNullable<Registered['streams']>[number], 'is_default'>;
export type Person = NonNullable<Registered['realm_users']>[number];
export type Reaction = Listed['reactions'][number];
export type Snapshot = Api['GET /messages/{message_id}/history']['answer']['message_history'][number];
export type NarrowTerm = { readonly operator: string; readonly operand: string | number; readonly negated?: boolean };
