/** The events of an event queue: one schema for each `type`, or for each `op` of a type. `id` increases within a queue. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import { FlagToSet } from '../vocabulary/message-flags.ts';
import { RealmSettings } from '../vocabulary/realm-settings.ts';
import { Attachment } from './attachment.ts';
import { Bot } from './bot.ts';
import { DefaultStreamGroup } from './default-groups.ts';
import { event, op } from './event-shape.ts';
import { LinkifierRow } from './linkifiers.ts';
import { deleted, edited, message, moved, reaction, submessage } from './message-events.ts';
import { MutedTopic } from './muted-topics.ts';
import { presenceEvent, typingEvent } from './presence.ts';
import { ProfileFieldSchema } from './profile-data.ts';
import { RealmDomainSchema } from './realm-domains.ts';
import { RealmEmojiMap } from './realm-emoji.ts';
import { RealmExport } from './realm-export.ts';
import { displaySettingsEvent, notificationSettingsEvent } from './settings-events.ts';
import { Stream } from './stream.ts';
import { NeverSubscribed, Subscription } from './subscription.ts';
import { User } from './user.ts';
import { UserGroup } from './user-group.ts';
import { userStatusEvent } from './user-status.ts';

const streamId = z.int();

const subscription = z.enum(['subscription', 'subscriptions']);
const subscriptions = z
  .union([
    event(subscription, { op: op('add'), subscriptions: z.array(Subscription) }),
    event(subscription, {
      op: op('remove'),
      subscriptions: z.array(z.object({ name: z.string(), stream_id: streamId })),
    }),
    event(subscription, {
      op: op('update'),
      email: z.string(),
      stream_id: streamId,
      name: z.string(),
      property: z.string(),
      value: z.union([z.string(), z.boolean(), z.null()]),
    }),
    event(subscription, { op: z.enum(['peer_add', 'peer_remove']), stream_id: streamId, user_id: z.int() }),
  ])
  .meta({
    id: 'SubscriptionEvent',
    description: "The receiver's own subscriptions, or who else is subscribed, changed.",
  });

const uploadSpaceUsed = z.int().describe('Bytes that the organization has stored');
const attachment = z
  .union([
    event(op('attachment'), {
      op: z.enum(['add', 'update']),
      attachment: Attachment,
      upload_space_used: uploadSpaceUsed,
    }),
    event(op('attachment'), {
      op: op('remove'),
      attachment: z.object({ id: z.int() }),
      upload_space_used: uploadSpaceUsed,
    }),
  ])
  .meta({ id: 'AttachmentEvent', description: 'One of the own uploaded files changed, or which messages share it.' });

const stream = z
  .union([
    event(op('stream'), { op: op('create'), streams: z.array(z.union([Subscription, NeverSubscribed])) }),
    event(op('stream'), { op: z.enum(['delete', 'occupy', 'vacate']), streams: z.array(Stream) }),
    event(op('stream'), {
      op: op('update'),
      property: z.enum([
        'name',
        'email_address',
        'description',
        'invite_only',
        'stream_post_policy',
        'is_announcement_only',
        'message_retention_days',
      ]),
      value: z.union([z.string(), z.boolean(), z.int(), z.null()]),
      rendered_description: z.string().optional().describe('HTML; only with `description`'),
      history_public_to_subscribers: z.boolean().optional().describe('Only with `invite_only`'),
      stream_id: streamId,
      name: z.string().describe('Its name before the change'),
    }),
  ])
  .meta({ id: 'StreamEvent', description: 'A stream that the receiver may know of appeared, changed or disappeared.' });

const mutedTopics = event(z.literal('muted_topics'), { muted_topics: z.array(MutedTopic) }).meta({
  id: 'MutedTopicsEvent',
  description: 'All topics that the receiver has muted now.',
});

const realm = z
  .union([
    event(z.literal('realm'), {
      op: op('update'),
      property: z.string().describe('A setting; `realm_` before it is its key in a registration'),
      value: z.union([z.string(), z.int(), z.boolean(), z.null()]).describe('For streams an id, or -1 for none'),
    }),
    event(z.literal('realm'), {
      op: op('update_dict'),
      property: z.literal('default'),
      data: RealmSettings.pick({
        allow_community_topic_editing: true,
        allow_message_editing: true,
        message_content_edit_limit_seconds: true,
      }),
    }),
  ])
  .meta({ id: 'RealmEvent', description: 'A setting of the organization changed.' });

const named = { user_id: z.int(), full_name: z.string() };
const realmUser = z
  .union([
    event(op('realm_user'), { op: op('add'), person: User }),
    event(op('realm_user'), { op: op('remove'), person: z.object(named) }),
    event(op('realm_user'), {
      op: op('update'),
      person: z
        .object({
          user_id: z.int(),
          full_name: z.string().optional(),
          email: z.string().optional(),
          new_email: z.string().optional().describe('Replaces the former address'),
          timezone: z.string().optional(),
          avatar_source: z.string().optional().describe('`U` uploaded, `G` gravatar'),
          avatar_url: z.string().nullable().optional().describe('Null if the client computes gravatars itself'),
          avatar_url_medium: z.string().optional(),
          avatar_version: z.int().optional(),
          role: z.int().optional(),
          bot_owner_id: z.int().optional(),
          custom_profile_field: z
            .object({ id: z.int(), value: z.string().nullable(), rendered_value: z.string().optional() })
            .optional(),
        })
        .describe('`user_id` and what changed'),
    }),
  ])
  .meta({ id: 'UserEvent', description: 'A user appeared, changed or was deactivated.' });

const realmBot = z
  .union([
    event(op('realm_bot'), { op: op('add'), bot: Bot }),
    event(op('realm_bot'), { op: op('remove'), bot: z.object(named) }),
    event(op('realm_bot'), { op: op('delete'), bot: z.object({ user_id: z.int() }) }),
    event(op('realm_bot'), {
      op: op('update'),
      bot: z
        .object({
          user_id: z.int(),
          full_name: z.string().optional(),
          owner_id: z.int().optional(),
          api_key: z.string().optional(),
          avatar_url: z.string().nullable().optional(),
          services: Bot.shape.services.optional(),
          default_sending_stream: Bot.shape.default_sending_stream.optional(),
          default_events_register_stream: Bot.shape.default_events_register_stream.optional(),
          default_all_public_streams: Bot.shape.default_all_public_streams.optional(),
        })
        .describe('`user_id` and what changed'),
    }),
  ])
  .meta({ id: 'BotEvent', description: 'A bot that the receiver may manage appeared, changed or disappeared.' });

const defaultStreams = event(z.literal('default_streams'), { default_streams: z.array(Stream) }).meta({
  id: 'DefaultStreamsEvent',
  description: 'All streams that new users are subscribed to.',
});

const defaultStreamGroups = event(z.literal('default_stream_groups'), {
  default_stream_groups: z.array(DefaultStreamGroup),
}).meta({
  id: 'DefaultStreamGroupsEvent',
  description: 'All groups of streams that clients offer to new users.',
});

const profileFields = event(z.literal('custom_profile_fields'), {
  op: z.enum(['add', 'update', 'delete']),
  fields: z.array(ProfileFieldSchema),
}).meta({ id: 'ProfileFieldsEvent', description: 'All custom profile fields that there are now.' });

const linkifiers = event(op('realm_filters'), { realm_filters: z.array(LinkifierRow) }).meta({
  id: 'LinkifiersEvent',
  description: 'All linkifiers that there are now.',
});

const realmEmoji = event(op('realm_emoji'), { op: op('update'), realm_emoji: RealmEmojiMap }).meta({
  id: 'RealmEmojiEvent',
  description: "All of the organization's own emoji that there are now.",
});

const realmDomains = z
  .union([
    event(op('realm_domains'), { op: z.enum(['add', 'change']), realm_domain: RealmDomainSchema }),
    event(op('realm_domains'), { op: op('remove'), domain: z.string() }),
  ])
  .meta({ id: 'RealmDomainsEvent', description: 'A domain of the organization appeared, changed or disappeared.' });

const groupId = z.int();
const userGroup = z
  .union([
    event(op('user_group'), { op: op('add'), group: UserGroup }),
    event(op('user_group'), {
      op: op('update'),
      group_id: groupId,
      data: z.object({ name: z.string().optional(), description: z.string().optional() }).describe('What changed'),
    }),
    event(op('user_group'), {
      op: z.enum(['add_members', 'remove_members']),
      group_id: groupId,
      user_ids: z.array(z.int()),
    }),
    event(op('user_group'), { op: op('remove'), group_id: groupId }),
  ])
  .meta({ id: 'UserGroupEvent', description: 'A user group appeared, changed or disappeared.' });

const alertWords = event(z.literal('alert_words'), { alert_words: z.array(z.string()) }).meta({
  id: 'AlertWordsEvent',
  description: 'All words of which the receiver wants to be alerted now.',
});

const messageFlags = event(z.literal('update_message_flags'), {
  operation: z.enum(['add', 'remove']),
  flag: FlagToSet,
  messages: z.array(z.int()).describe('Ids, ascending'),
  all: z.boolean().describe('Whether it is about all messages of the receiver; `messages` is empty then'),
}).meta({ id: 'MessageFlagsEvent', description: 'The receiver set a flag of messages, or took it away.' });

const invitesChanged = event(z.literal('invites_changed'), {}).meta({
  id: 'InvitesChangedEvent',
  description: 'An invitation was sent, or ended. Sent to administrators, who request the list again.',
});

const realmExports = event(op('realm_export'), { exports: z.array(RealmExport) }).meta({
  id: 'RealmExportEvent',
  description: 'All exports of the organization that there are now. Sent to administrators.',
});

const heartbeat = event(z.literal('heartbeat'), {}).meta({
  id: 'HeartbeatEvent',
  description: 'Nothing happened for a while. The id may repeat the last one.',
});

export const ClientEvent = z
  .union([
    message,
    edited,
    moved,
    deleted,
    reaction,
    submessage,
    presenceEvent,
    typingEvent,
    userStatusEvent,
    subscriptions,
    stream,
    mutedTopics,
    realm,
    realmUser,
    realmBot,
    defaultStreams,
    defaultStreamGroups,
    profileFields,
    realmDomains,
    linkifiers,
    realmEmoji,
    userGroup,
    notificationSettingsEvent,
    messageFlags,
    alertWords,
    attachment,
    displaySettingsEvent,
    invitesChanged,
    realmExports,
    heartbeat,
  ])
  .meta({
    id: 'Event',
    description: 'An event of a queue. `type` says which, together with `op` if a type has several.',
  });

type Without<E, K extends PropertyKey> = E extends unknown ? Omit<E, K> : never;
type EventNamed<E extends { readonly type: string }, T extends string> = E extends unknown
  ? T extends E['type']
    ? E
    : never
  : never;

/** The fields of a type's events, without their type and id. */
export type EventFields<T extends string> = Without<
  EventNamed<DeepReadonly<z.infer<typeof ClientEvent>>, T>,
  'type' | 'id'
>;
