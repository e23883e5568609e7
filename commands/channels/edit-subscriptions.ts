/**
 * PATCH /users/me/subscriptions: subscribes the requester to some streams and unsubscribes it from others. Either everything is done or
 * nothing. Both parts are decided on the same state.
 */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { moreChannelsRefusals } from '../rules/channels.ts';
import { departuresRefusals } from '../rules/departures.ts';
import { entryRefusal, entryRefusals, normalized, renderDescriptions, SubscriptionEntry } from './entries.ts';
import { joinChannels } from './join-channels.ts';
import { leaveChannels } from './leave-channels.ts';

export const editSubscriptions = defineCommand({
  name: 'edit-subscriptions',
  input: z.object({ add: z.array(SubscriptionEntry), remove: z.array(z.string()) }),
  refusals: [
    ...entryRefusals,
    ...moreChannelsRefusals,
    ...departuresRefusals,
    'channel-create-not-permitted',
    'channel-inaccessible',
    'channel-unknown',
  ],
  stream: (_input, realmId) => logStream.channels(realmId),
  prepare: (_state, { add }, tools) => renderDescriptions(add, tools),
  decide(state, { add, remove }, context) {
    const { actor } = context;
    const userIds = actor === null ? [] : [actor];
    const entries = normalized(add);
    const refusal = entryRefusal(state, actor, entries);
    if (refusal) return refuse(refusal);
    const joined = joinChannels(state, { entries, userIds }, context);
    if (!joined.ok) return joined;
    const left = leaveChannels(state, { names: remove, userIds }, context);
    if (!left.ok) return left;
    const resultWith = (subscribed: typeof joined.result) => ({ ...subscribed, ...left.result });
    return accept([...joined.appends, ...left.appends], resultWith(joined.result), (leftOut) =>
      resultWith(joined.resultWithout?.(leftOut) ?? joined.result),
    );
  },
});
