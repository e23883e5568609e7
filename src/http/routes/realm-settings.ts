/** PATCH /realm. */
import { z } from 'zod';
import { updateRealm } from '../../../commands/realm/update-realm.ts';
import { ChannelId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { CodeLanguage, type RealmChange, RealmSettings } from '../../vocabulary/realm-settings.ts';
import { authenticationWish } from '../../wire/authentication-methods.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { boolean, dict, integer, json, quotable, withValueSchema } from '../request/parameters.ts';
import { chargedAhead } from './shared/charged-ahead.ts';
import { retentionDays } from './shared/retention-days.ts';

const { shape } = RealmSettings;
const onOff = (description: string) => described(boolean().optional(), description, true);
const number = (schema: z.ZodType<number>, description: string, example: number) =>
  described(integer(schema).optional(), description, example);
const memberPolicy = (what: string, schema = shape.create_stream_policy) =>
  described(json(schema).optional(), `Who ${what}: 1 members, 2 administrators, 3 members who are not new.`, 1);
const none = -1;
const newsStream = (what: string) =>
  described(
    json(z.union([z.literal(none), ChannelId])).optional(),
    `The id of the stream where ${what}; -1 for none.`,
    4,
  );

const parameters = z
  .object({
    add_emoji_by_admins_only: onOff('Only administrators add custom emoji.'),
    allow_community_topic_editing: onOff("Members may change the topics of others' messages."),
    allow_edit_history: onOff('Earlier versions of edited messages can be read.'),
    allow_message_deleting: onOff('Authors may delete their messages.'),
    allow_message_editing: onOff('Messages may be edited.'),
    avatar_changes_disabled: onOff('Only administrators change avatars.'),
    bot_creation_policy: described(
      json(shape.bot_creation_policy).optional(),
      'Who may create bots: 1 members, 2 members, but generic bots only administrators, 3 administrators.',
      1,
    ),
    create_stream_policy: memberPolicy('creates streams'),
    default_code_block_language: described(
      quotable(z.union([z.enum(['', 'null']).transform(() => null), CodeLanguage])).optional(),
      'The language of code blocks without a language; empty for none.',
      'python',
    ),
    default_language: described(quotable(shape.default_language).optional(), 'The language of new users.', 'de'),
    default_twenty_four_hour_time: onOff('New users see times in 24-hour format.'),
    description: described(quotable().optional(), 'The description of the organization, in Markdown.', 'Rockets'),
    digest_emails_enabled: onOff('Stored for clients; no e-mail is sent.'),
    digest_weekday: number(shape.digest_weekday, 'Stored for clients: 0 is Monday.', 1),
    disallow_disposable_email_addresses: onOff('Stored for clients; disposable addresses are not recognized.'),
    email_address_visibility: described(
      json(shape.email_address_visibility).optional(),
      'Who sees the e-mail addresses of people: 1 everyone, 3 administrators, 4 nobody.',
      3,
    ),
    email_changes_disabled: onOff('Stored for clients; e-mail addresses cannot be changed.'),
    emails_restricted_to_domains: onOff(
      'New users must have an e-mail address in one of the domains of the organization.',
    ),
    inline_image_preview: onOff('Stored for clients; no previews are made.'),
    inline_url_embed_preview: onOff('Stored for clients; no previews are made.'),
    invite_by_admins_only: onOff('Only administrators may invite people.'),
    invite_required: onOff('New users need an invitation.'),
    invite_to_stream_policy: memberPolicy('subscribes others to streams', shape.invite_to_stream_policy),
    mandatory_topics: onOff('Clients require a topic.'),
    message_content_allowed_in_email_notifications: onOff('E-mails about missed messages quote them.'),
    message_content_delete_limit_seconds: number(
      shape.message_content_delete_limit_seconds,
      'For how many seconds authors may delete a message; 0: without a limit.',
      600,
    ),
    message_content_edit_limit_seconds: number(
      shape.message_content_edit_limit_seconds,
      'For how many seconds authors may edit a message; 0: without a limit.',
      600,
    ),
    message_retention_days: described(
      withValueSchema(
        retentionDays().refine((days) => days !== null, 'Invalid message_retention_days'),
        z.union([z.int().min(1).max(limits.retentionDaysMax), z.literal('forever')]),
      ).optional(),
      'For how many days messages are kept, or `forever`. Only owners change it.',
      'forever',
    ),
    name: described(quotable().optional(), 'The name of the organization.', 'Acme'),
    name_changes_disabled: onOff('Only administrators change names.'),
    notifications_stream_id: newsStream('new streams are announced'),
    private_message_policy: described(
      json(shape.private_message_policy).optional(),
      'Who may send private messages: 1 everyone, 2 only bots and users who write to a bot.',
      1,
    ),
    send_welcome_emails: onOff('Stored for clients; no e-mail is sent.'),
    signup_notifications_stream_id: newsStream('new users are announced'),
    user_group_edit_policy: described(
      json(shape.user_group_edit_policy).optional(),
      'Who may create and edit user groups: 1 members, 2 administrators.',
      1,
    ),
    video_chat_provider: described(json(shape.video_chat_provider).optional(), 'Video calls: 0 none.', 0),
    waiting_period_threshold: number(shape.waiting_period_threshold, 'For how many days a member is new.', 3),
  } satisfies Record<keyof RealmChange, z.ZodType>)
  .extend({
    authentication_methods: described(
      json(dict(z.boolean())).optional(),
      'Refused if it differs from the present value, because the service sets the methods. Owners only.',
      { Email: true },
    ),
  });

const updatedText = z.literal('updated').describe('Always `updated`: the text itself is not repeated');

const patchRealm = defineEndpoint({
  id: 'updateRealm',
  route: 'PATCH /realm',
  summary: "Change the organization's settings",
  description:
    'Changes settings of the organization, and returns those that changed. Administrators only. If one of the three settings of editing changes, the answer has all three: `allow_message_editing`, `message_content_edit_limit_seconds` and `allow_community_topic_editing`.',
  parameters,
  response: RealmSettings.extend({
    name: updatedText,
    description: updatedText,
    default_language: updatedText,
    default_code_block_language: updatedText.nullable(),
    notifications_stream_id: z.int(),
    signup_notifications_stream_id: z.int(),
  }).partial(),
  example: { name: 'updated', mandatory_topics: true },
  commands: [updateRealm],
  async handle(call, services) {
    const development = services.config.mode === 'development';
    const {
      notifications_stream_id: news,
      signup_notifications_stream_id: signups,
      authentication_methods: methods,
      ...others
    } = call.parameters;
    const change = {
      ...others,
      message_retention_days: others.message_retention_days ?? undefined,
      notifications_stream_id: news === none ? null : news,
      signup_notifications_stream_id: signups === none ? null : signups,
    };
    const input = { change, authentication: methods && authenticationWish(methods, development) };
    const peopleShown =
      others.email_address_visibility === undefined ? 0 : services.realm(call.realmId).people.byId.size;
    const requestsFor = (people: number): number => Math.floor(people / limits.readdressedPerRequest);
    const run = () => services.run(updateRealm, input, call);
    const { result } = await chargedAhead(call, requestsFor(peopleShown), run, ({ result }) =>
      requestsFor(result.count),
    );
    return answered(result.changed, result.now);
  },
});

const editing = [
  'allow_community_topic_editing',
  'allow_message_editing',
  'message_content_edit_limit_seconds',
] as const;

function answered(changed: RealmChange, now: RealmChange): Record<string, unknown> {
  const answer: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changed)) {
    if (name.endsWith('stream_id')) answer[name] = value ?? none;
    else answer[name] = typeof value === 'string' ? 'updated' : value;
  }
  if (editing.some((name) => name in changed)) for (const name of editing) answer[name] = now[name];
  return answer;
}

export const realmSettings = [patchRealm];
