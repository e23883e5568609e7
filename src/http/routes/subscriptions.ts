/** Subscribing, unsubscribing, and creating streams. */
import { z } from 'zod';
import { editSubscriptions } from '../../../commands/channels/edit-subscriptions.ts';
import { SubscriptionEntry } from '../../../commands/channels/entries.ts';
import { subscribe } from '../../../commands/channels/subscribe.ts';
import { unsubscribe } from '../../../commands/channels/unsubscribe.ts';
import { Principals } from '../../../commands/rules/principals.ts';
import { realmOf, userOf } from '../../queries/realm.ts';
import { countListed } from '../../queries/subscribers.ts';
import { subscriptionsOf } from '../../queries/subscriptions.ts';
import { PostPolicy } from '../../vocabulary/events/channels.ts';
import { limits } from '../../vocabulary/limits.ts';
import { Subscription } from '../../wire/subscription.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { subscriptionExample } from '../openapi/examples.ts';
import { boolean, json } from '../request/parameters.ts';
import { ProblemError } from '../response/problem.ts';
import { chargedAhead } from './shared/charged-ahead.ts';
import { retentionDays } from './shared/retention-days.ts';
import { trafficOf } from './shared/subscription-data.ts';

const names = z.array(z.string());
const namesByAddress = z.record(z.string(), names).describe("By the user's e-mail address: names of streams");
const entries = z.array(SubscriptionEntry.strict()).max(limits.channelsPerRequestMax);

/** How many further requests a change of this many subscriptions counts as, in this many streams. */
const costOf = (subscriptions: number, streams: number): number =>
  Math.floor(subscriptions / limits.subscribedPerRequest) + Math.floor(streams / limits.channelsChangedPerRequest);

const costAsked = (channels: readonly unknown[], users: readonly unknown[] = []): number =>
  costOf(channels.length * Math.max(1, users.length), channels.length);

type Joined = { readonly subscribed: Readonly<Record<string, readonly string[]>>; readonly count: number };

/** The number of streams is an estimate: most streams are new either to all named users or to none. */
const costOfJoining = ({ subscribed, count }: Joined): number =>
  costOf(
    count,
    Object.values(subscribed).reduce((most, { length }) => Math.max(most, length), 0),
  );

const principals = () =>
  described(
    json(Principals).default([]),
    'Ids or e-mail addresses of the users. Default: the caller. For other users the caller needs permission.',
    [10, 11],
  );

const postSubscriptions = defineEndpoint({
  id: 'subscribe',
  route: 'POST /users/me/subscriptions',
  summary: 'Subscribe users to streams',
  description:
    'Subscribes the caller or other users to streams. Streams that do not exist are created with the settings of this request. Guests are refused.',
  parameters: z.object({
    subscriptions: described(json(entries), 'The streams. `description` is used only for new streams.', [
      { name: 'general', description: 'Everything and nothing' },
    ]),
    principals: principals(),
    authorization_errors_fatal: described(
      boolean().default(true),
      'Whether the whole request is refused if the caller has no access to one of the streams. If false, such streams are listed in `unauthorized`.',
      false,
    ),
    announce: described(
      boolean().default(false),
      "Whether the Notification Bot announces new streams, private ones too, in the organization's notifications stream.",
      true,
    ),
    invite_only: described(boolean().default(false), 'Whether new streams are private.', false),
    history_public_to_subscribers: described(
      boolean().optional(),
      'Whether new subscribers of new private streams see older messages. In public streams they always do.',
      true,
    ),
    stream_post_policy: described(
      json(PostPolicy).default(1),
      'Who may post in new streams: 1 everybody, 2 administrators, 3 new members and administrators.',
      1,
    ),
    message_retention_days: described(
      retentionDays().default(null),
      'How many days messages of new streams are kept, `forever`, or `realm_default`. Owners only.',
      'realm_default',
    ),
  }),
  response: z.object({
    subscribed: namesByAddress,
    already_subscribed: namesByAddress,
    unauthorized: names
      .optional()
      .describe(
        'With `authorization_errors_fatal` only streams that others archived, or closed to the caller, meanwhile',
      ),
  }),
  example: { subscribed: { 'iago@example.com': ['general'] }, already_subscribed: {} },
  commands: [subscribe],
  async handle(call, services) {
    const { parameters } = call;
    const input = {
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
    };
    const cost = costAsked(input.channels, input.principals);
    const run = () => services.run(subscribe, input, call);
    const { result, position } = await chargedAhead(call, cost, run, (done) => costOfJoining(done.result));
    if (result.noticesFollow) await services.settled(call.realmId, position);
    return {
      subscribed: result.subscribed,
      already_subscribed: result.alreadySubscribed,
      // Without an error, these are streams that other users closed during the request.
      ...(parameters.authorization_errors_fatal && result.unauthorized.length === 0
        ? {}
        : { unauthorized: result.unauthorized }),
    };
  },
});

const deleteSubscriptions = defineEndpoint({
  id: 'unsubscribe',
  route: 'DELETE /users/me/subscriptions',
  summary: 'Unsubscribe users from streams',
  description:
    'Unsubscribes the caller or, for administrators, other users. A private stream without subscribers is archived.',
  parameters: z.object({
    subscriptions: described(json(names), 'Names of the streams.', ['general']),
    principals: principals(),
  }),
  response: z.object({ removed: names, not_removed: names.describe('Streams that one of them was not subscribed to') }),
  example: { removed: ['general'], not_removed: [] },
  commands: [unsubscribe],
  async handle(call, services) {
    const { subscriptions, principals } = call.parameters;
    const input = { names: subscriptions, principals };
    const run = () => services.run(unsubscribe, input, call);
    const cost = costAsked(subscriptions, principals);
    const { result, position } = await chargedAhead(call, cost, run, ({ result }) =>
      costOf(result.count, result.removed.length),
    );
    await services.settled(call.realmId, position);
    return { removed: result.removed, not_removed: result.notRemoved };
  },
});

const nothingToDo = { status: 400, msg: 'Nothing to do. Specify at least one of "add" or "delete".' };

const patchSubscriptions = defineEndpoint({
  id: 'updateSubscriptions',
  route: 'PATCH /users/me/subscriptions',
  summary: 'Subscribe to some streams and unsubscribe from others',
  description:
    'Changes the subscriptions of the caller. If one change is refused, nothing is changed. Streams that do not exist are created.',
  parameters: z.object({
    add: described(json(entries).default([]), 'Streams to subscribe to.', [{ name: 'general' }]),
    delete: described(json(names).default([]), 'Names of streams to unsubscribe from.', ['social']),
  }),
  response: z.object({
    subscribed: namesByAddress,
    already_subscribed: namesByAddress,
    removed: names,
    not_removed: names,
  }),
  example: {
    subscribed: { 'iago@example.com': ['general'] },
    already_subscribed: {},
    removed: ['social'],
    not_removed: [],
  },
  commands: [editSubscriptions],
  errors: [nothingToDo],
  async handle(call, services) {
    const { add, delete: remove } = call.parameters;
    if (add.length === 0 && remove.length === 0) throw new ProblemError(nothingToDo);
    const run = () => services.run(editSubscriptions, { add, remove }, call);
    const { result, position } = await chargedAhead(
      call,
      costAsked(add) + costAsked(remove),
      run,
      (done) => costOfJoining(done.result) + costOf(0, done.result.removed.length),
    );
    if (result.noticesFollow || result.removed.length > 0) await services.settled(call.realmId, position);
    return {
      subscribed: result.subscribed,
      already_subscribed: result.alreadySubscribed,
      removed: result.removed,
      not_removed: result.notRemoved,
    };
  },
});

const listSubscriptions = defineEndpoint({
  id: 'getSubscriptions',
  route: 'GET /users/me/subscriptions',
  summary: "List the caller's subscriptions",
  description:
    'Returns the streams to which the caller is subscribed, by name, with the properties of each subscription.',
  tagged: true,
  listsMany: () => true,
  parameters: z.object({
    include_subscribers: described(boolean().default(false), 'Whether to add the ids of the subscribers.', true),
  }),
  response: z.object({ subscriptions: z.array(Subscription) }),
  example: { subscriptions: [subscriptionExample] },
  handle: ({ realmId, userId, parameters, charge }, services) =>
    services.read(async (view) => {
      const subscriptions = await subscriptionsOf({
        view,
        realmId,
        realm: await realmOf(view, realmId),
        user: await userOf(view, realmId, userId),
        includeSubscribers: parameters.include_subscribers,
        now: services.now(),
        traffic: trafficOf(services),
      });
      charge(Math.floor(countListed(subscriptions) / limits.subscribersPerRequest));
      return { subscriptions };
    }),
});

export const subscriptions = [listSubscriptions, postSubscriptions, deleteSubscriptions, patchSubscriptions];
