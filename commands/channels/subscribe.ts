/**
 * POST /users/me/subscriptions: subscribes users to streams, and creates streams that do not exist. Decisions on `channels` are made one
 * after the other, so that each name is used once.
 */
import { z } from 'zod';
import { type Actor, refuse } from '../../src/define/command.ts';
import { channelNamed } from '../../src/state/channels.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { Millis } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsOwner } from '../rules/acting.ts';
import { moreChannelsRefusals } from '../rules/channels.ts';
import { departuresRefusals } from '../rules/departures.ts';
import { obstacleTo } from '../rules/member-policies.ts';
import { Principals, resolvePrincipals, tooManySubscriptions } from '../rules/principals.ts';
import { ChannelSettings } from './channel-created.ts';
import { entryRefusal, entryRefusals, normalized, renderDescriptions, SubscriptionEntry } from './entries.ts';
import { joinChannels } from './join-channels.ts';

export const subscribe = defineCommand({
  name: 'subscribe',
  input: z.object({
    channels: z.array(SubscriptionEntry),
    principals: Principals.optional(),
    /** If false, streams that the requester may not enter are left out and named in the answer. By default the whole request is refused. */
    authorizationErrorsFatal: z.boolean().optional(),
    /** Whether to announce the streams that this call creates. */
    announce: z.boolean().optional(),
    /** The settings of the streams that this call creates. */
    settings: ChannelSettings.optional(),
  }),
  refusals: [
    ...entryRefusals,
    ...moreChannelsRefusals,
    ...departuresRefusals,
    'principal-unknown',
    'subscriptions-too-many',
    'subscribe-others-not-permitted',
    'subscribe-others-too-new',
    'channel-create-not-permitted',
    'channel-retention-not-permitted',
    'channel-inaccessible',
  ],
  stream: (_input, realmId) => logStream.channels(realmId),
  prepare: (_state, { channels }, tools) => renderDescriptions(channels, tools),
  decide(state, input, context) {
    const { actor, fingerprint, now } = context;
    const entries = normalized(input.channels);
    const refusal = entryRefusal(state, actor, entries);
    if (refusal) return refuse(refusal);
    const principals = resolvePrincipals(state, input.principals, actor, fingerprint);
    // Checked first, so that a user who may not subscribe others does not learn here whether somebody exists.
    const isForOthers = 'refusal' in principals || principals.userIds.some((userId) => userId !== actor);
    const notOthers = isForOthers ? othersRefusal(state, actor, now) : undefined;
    if (notOthers) return refuse(notOthers);
    if ('refusal' in principals) return refuse(principals.refusal);
    const tooMany = tooManySubscriptions(entries.length, principals.userIds.length);
    if (tooMany) return refuse(tooMany);
    const isCreating = entries.some(({ name }) => !channelNamed(state.channels, name));
    if (isCreating && input.settings?.retentionDays != null && !actsAsOwner(state, actor))
      return refuse({ code: 'channel-retention-not-permitted' });
    return joinChannels(state, { ...input, entries, userIds: principals.userIds }, context);
  },
});

/** Guests may not subscribe anybody either, but `entryRefusal` refuses them. */
function othersRefusal(
  state: RealmState,
  actor: Actor,
  now: Millis,
): Refusal<'subscribe-others-not-permitted' | 'subscribe-others-too-new'> | undefined {
  const obstacle = obstacleTo(state, actor, 'invite_to_stream_policy', now);
  if (obstacle === undefined) return undefined;
  return { code: obstacle === 'too-new' ? 'subscribe-others-too-new' : 'subscribe-others-not-permitted' };
}
