/** Joining and leaving streams, and making them (spec, Subscriptions and streams; api-facts §6.1, §6.2). */
import { z } from 'zod';
import { editSubscriptions } from '../../../commands/channels/edit-subscriptions.ts';
import { SubscriptionEntry } from '../../../commands/channels/entries.ts';
import { subscribe } from '../../../commands/channels/subscribe.ts';
import { unsubscribe } from '../../../commands/channels/unsubscribe.ts';
import { Principals } from '../../../commands/rules/principals.ts';
import { PostPolicy } from '../../vocabulary/events/channels.ts';
import { channelsPerRequestMax } from '../../vocabulary/limits.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { boolean, json } from '../request/parameters.ts';
import { ProblemError } from '../response/problem.ts';
import { byCaller } from './shared/by-caller.ts';
import { retentionDays } from './shared/retention-days.ts';

const path = '/users/me/subscriptions';
const names = z.array(z.string());
const namesByAddress = z.record(z.string(), names);
const entries = z.array(SubscriptionEntry.strict()).max(channelsPerRequestMax);

const addRefusals = [
  'guest-not-allowed',
  'principal-unknown',
  'channel-name-invalid',
  'channel-name-too-long',
  'channel-description-too-long',
  'channel-inaccessible',
  'channel-retention-not-permitted',
  'too-large',
] as const;
const removeRefusals = ['unsubscribe-others-not-permitted', 'principal-unknown', 'channel-unknown'] as const;

const postSubscriptions = defineEndpoint({
  method: 'POST',
  path,
  summary: 'Subscribe users to streams, making those that do not exist',
  section: 'POST /api/v1/users/me/subscriptions',
  access: 'user',
  parameters: z.object({
    subscriptions: json(entries),
    principals: json(Principals).default([]),
    authorization_errors_fatal: boolean().default(true),
    announce: boolean().default(false),
    invite_only: boolean().default(false),
    history_public_to_subscribers: boolean().optional(),
    stream_post_policy: json(PostPolicy).default(1),
    message_retention_days: retentionDays().default(null),
  }),
  response: z.object({
    subscribed: namesByAddress,
    already_subscribed: namesByAddress,
    unauthorized: names.optional(),
  }),
  refusals: addRefusals,
  async handle(call, services) {
    const { parameters } = call;
    const { result, position } = await services.run(
      subscribe,
      {
        channels: parameters.subscriptions,
        principals: parameters.principals,
        authorizationErrorsFatal: parameters.authorization_errors_fatal,
        announce: parameters.announce,
        settings: {
          inviteOnly: parameters.invite_only,
          historyPublic: parameters.history_public_to_subscribers,
          postPolicy: parameters.stream_post_policy,
          retentionDays: parameters.message_retention_days,
        },
      },
      byCaller(call),
    );
    if (result.noticesFollow) await services.settled(call.realmId, position);
    return {
      subscribed: result.subscribed,
      already_subscribed: result.alreadySubscribed,
      ...(parameters.authorization_errors_fatal ? {} : { unauthorized: result.unauthorized }),
    };
  },
});

const deleteSubscriptions = defineEndpoint({
  method: 'DELETE',
  path,
  summary: 'Leave streams, or take others out of them',
  section: 'DELETE /api/v1/users/me/subscriptions',
  access: 'user',
  parameters: z.object({ subscriptions: json(names), principals: json(Principals).default([]) }),
  response: z.object({ removed: names, not_removed: names }),
  refusals: removeRefusals,
  async handle(call, services) {
    const { subscriptions, principals } = call.parameters;
    const { result } = await services.run(unsubscribe, { names: subscriptions, principals }, byCaller(call));
    return { removed: result.removed, not_removed: result.notRemoved };
  },
});

const patchSubscriptions = defineEndpoint({
  method: 'PATCH',
  path,
  summary: 'Join some streams and leave others, all of it or nothing',
  section: 'api-facts §6.1',
  access: 'user',
  parameters: z.object({ add: json(entries).default([]), delete: json(names).default([]) }),
  response: z.object({
    subscribed: namesByAddress,
    already_subscribed: namesByAddress,
    removed: names,
    not_removed: names,
  }),
  refusals: [...addRefusals, 'channel-unknown'],
  async handle(call, services) {
    const { add, delete: remove } = call.parameters;
    if (add.length === 0 && remove.length === 0)
      throw new ProblemError({
        status: 400,
        msg: 'Nothing to do. Specify at least one of "add" or "delete".',
      });
    const { result, position } = await services.run(editSubscriptions, { add, remove }, byCaller(call));
    if (result.noticesFollow) await services.settled(call.realmId, position);
    return {
      subscribed: result.subscribed,
      already_subscribed: result.alreadySubscribed,
      removed: result.removed,
      not_removed: result.notRemoved,
    };
  },
});

export const subscriptions: readonly AnyEndpoint[] = [postSubscriptions, deleteSubscriptions, patchSubscriptions];
