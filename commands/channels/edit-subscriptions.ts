/**
 * PATCH /users/me/subscriptions: subscribes to some streams and leaves others, all of it or nothing (api-facts §6.1). Both halves
 * are decided on the same state, by the rules of the commands they are.
 */
import { z } from 'zod';
import { accept, type Command } from '../../src/define/command.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Prepared, type Subscribed, SubscriptionEntry, subscribe } from './subscribe.ts';
import { type Unsubscribed, unsubscribe } from './unsubscribe.ts';

const Input = z.object({ add: z.array(SubscriptionEntry), remove: z.array(z.string()) });

export const editSubscriptions: Command<RealmState, z.infer<typeof Input>, Subscribed & Unsubscribed, Prepared> = {
  name: 'edit-subscriptions',
  summary: 'Subscribe to some streams and leave others',
  input: Input,
  stream: (_input, realmId) => logStream.channels(realmId),
  async prepare(state, { add }, tools) {
    return (await subscribe.prepare?.(state, { channels: add }, tools)) ?? new Map();
  },
  decide(state, { add, remove }, context) {
    const added = subscribe.decide(state, { channels: add }, context);
    if (!added.ok) return added;
    const removed = unsubscribe.decide(state, { names: remove }, { ...context, prepared: undefined });
    if (!removed.ok) return removed;
    return accept([...added.appends, ...removed.appends], { ...added.result, ...removed.result });
  },
};
