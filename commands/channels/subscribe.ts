/**
 * POST /users/me/subscriptions: subscribes users to streams, and creates those that do not exist. Decisions on `channels` are
 * made one after the other, so that a name is used once.
 */
import { z } from 'zod';
import { refuse } from '../../src/define/command.ts';
import { channelNamed } from '../../src/state/channels.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsOwner } from '../rules/acting.ts';
import { moreChannelsRefusals } from '../rules/channels.ts';
import { Principals, resolvePrincipals, tooManySubscriptions } from '../rules/principals.ts';
import { ChannelSettings } from './channel-created.ts';
import { entryRefusal, entryRefusals, renderDescriptions, SubscriptionEntry, tidied } from './entries.ts';
import { joinChannels } from './join-channels.ts';

const Input = z.object({
  channels: z.array(SubscriptionEntry),
  principals: Principals.optional(),
  /** False: streams that the requester may not enter are left out and named in the answer. Default true: nothing is done. */
  authorizationErrorsFatal: z.boolean().optional(),
  /** Asks for an announcement of the streams that this call creates. */
  announce: z.boolean().optional(),
  /** The settings of the streams that this call creates. */
  settings: ChannelSettings.optional(),
});

export const subscribe = defineCommand({
  name: 'subscribe',
  summary: 'Subscribe users to streams, and create those that do not exist',
  input: Input,
  refusals: [
    ...entryRefusals,
    ...moreChannelsRefusals,
    'principal-unknown',
    'subscriptions-too-many',
    'channel-retention-not-permitted',
    'channel-inaccessible',
  ],
  stream: (_input, realmId) => logStream.channels(realmId),
  prepare: (_state, { channels }, tools) => renderDescriptions(channels, tools),
  decide(state, input, context) {
    const { actor, fingerprint } = context;
    const entries = tidied(input.channels);
    const refusal = entryRefusal(state, actor, entries);
    if (refusal) return refuse(refusal);
    const principals = resolvePrincipals(state, input.principals, actor, fingerprint);
    if ('refusal' in principals) return refuse(principals.refusal);
    const tooMany = tooManySubscriptions(entries.length, principals.userIds.length);
    if (tooMany) return refuse(tooMany);
    const isCreating = entries.some(({ name }) => !channelNamed(state.channels, name));
    if (isCreating && input.settings?.retentionDays != null && !actsAsOwner(state, actor))
      return refuse({ code: 'channel-retention-not-permitted' });
    return joinChannels(state, { ...input, entries, userIds: principals.userIds }, context);
  },
});
