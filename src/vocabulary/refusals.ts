/** Every refusal of a well-formed request. Each is a value that is decided by a rule. `src/http/response/refusals.ts` has the answers. */
import type { z } from 'zod';
import type { BotRefusal } from './bot-refusals.ts';
import type { ExportRefusal } from './export-refusals.ts';
import type { QueueId, UserId } from './ids.ts';

type AnyRefusal =
  // Messages
  | { readonly code: 'message-missing' }
  | { readonly code: 'message-content-empty' }
  | { readonly code: 'message-content-null' }
  | { readonly code: 'message-content-too-long'; readonly bytesMax: number }
  | { readonly code: 'topic-empty' }
  | { readonly code: 'topic-characters' }
  | { readonly code: 'topic-too-long'; readonly lengthMax: number }
  | { readonly code: 'recipients-missing' }
  | { readonly code: 'recipients-too-many'; readonly max: number }
  | { readonly code: 'recipient-email-unknown'; readonly email: string }
  | { readonly code: 'recipient-id-unknown'; readonly userId: number }
  | { readonly code: 'recipient-deactivated'; readonly email: string }
  | { readonly code: 'channel-post-unsubscribed'; readonly name: string }
  | { readonly code: 'channel-post-administrators-only' }
  | { readonly code: 'channel-post-new-members-only' }
  | { readonly code: 'private-messages-disabled' }
  | { readonly code: 'delete-not-permitted' }
  | { readonly code: 'delete-too-late' }
  | { readonly code: 'editing-disabled' }
  | { readonly code: 'edit-history-disabled' }
  | { readonly code: 'edit-not-permitted' }
  | { readonly code: 'edit-too-late' }
  | { readonly code: 'edit-nothing' }
  | { readonly code: 'edit-propagate-without-topic' }
  | { readonly code: 'move-not-permitted' }
  | { readonly code: 'move-with-content' }
  | { readonly code: 'move-private' }
  | { readonly code: 'move-channel-unknown' }
  | { readonly code: 'messages-too-long' }
  | { readonly code: 'edit-too-often'; readonly max: number }
  | { readonly code: 'person-changed-too-often'; readonly max: number }
  | { readonly code: 'idempotency-key-reused' }
  | { readonly code: 'schedule-past' }
  | { readonly code: 'schedule-too-far'; readonly daysMax: number }
  | { readonly code: 'schedule-too-many'; readonly max: number; readonly of: 'user' | 'organization' }
  | { readonly code: 'reminder-private' }
  | { readonly code: 'scheduled-message-missing' }
  | { readonly code: 'emoji-unknown'; readonly name: string }
  | { readonly code: 'emoji-name-characters' }
  | { readonly code: 'emoji-taken' }
  | { readonly code: 'emoji-administrator-required' }
  | { readonly code: 'emoji-not-author' }
  | { readonly code: 'realm-emoji-too-many'; readonly max: number; readonly of: 'user' | 'organization' }
  | { readonly code: 'emoji-unnamed' }
  | { readonly code: 'emoji-name-invalid' }
  | { readonly code: 'emoji-code-invalid' }
  | { readonly code: 'reaction-exists' }
  | { readonly code: 'reaction-missing' }
  | { readonly code: 'reactions-too-many'; readonly max: number }
  | { readonly code: 'reaction-changed-too-often' }
  | { readonly code: 'submessage-not-json' }
  | { readonly code: 'submessages-too-many'; readonly max: number }
  | { readonly code: 'submessages-too-long'; readonly lengthMax: number }
  | { readonly code: 'narrow-invalid'; readonly desc: string }
  | { readonly code: 'alert-words-too-many'; readonly max: number }
  | { readonly code: 'flagged-too-many'; readonly max: number }
  | { readonly code: 'mark-channel-unknown' }
  | { readonly code: 'topic-unknown'; readonly topic: string }
  // Streams and subscriptions
  | { readonly code: 'channel-unknown'; readonly name: string; readonly id?: number }
  | { readonly code: 'channel-name-invalid'; readonly name: string }
  | { readonly code: 'channel-name-too-long'; readonly lengthMax: number }
  | { readonly code: 'channel-description-too-long'; readonly lengthMax: number }
  | { readonly code: 'subscriptions-too-many'; readonly max: number }
  | { readonly code: 'left-too-often'; readonly max: number; readonly userId: number; readonly name: string }
  | { readonly code: 'subscriptions-ended-too-many'; readonly max: number; readonly userId?: number }
  | { readonly code: 'channels-too-many'; readonly max: number; readonly ever: boolean }
  | { readonly code: 'channel-descriptions-too-long'; readonly lengthMax: number }
  | { readonly code: 'channel-inaccessible'; readonly names: readonly string[] }
  | { readonly code: 'channel-create-not-permitted' }
  | { readonly code: 'channel-retention-not-permitted' }
  | { readonly code: 'channel-id-unknown' }
  | { readonly code: 'channel-name-same' }
  | { readonly code: 'channel-name-taken'; readonly name: string }
  | { readonly code: 'channel-private-empty' }
  | { readonly code: 'channel-private-default' }
  | { readonly code: 'default-channel-private' }
  | { readonly code: 'default-channels-too-many'; readonly max: number }
  | { readonly code: 'default-group-missing'; readonly groupId: number }
  | { readonly code: 'default-group-name-invalid'; readonly name: string }
  | { readonly code: 'default-group-name-too-long'; readonly lengthMax: number }
  | { readonly code: 'default-group-name-taken'; readonly name: string }
  | { readonly code: 'default-group-name-same'; readonly name: string }
  | { readonly code: 'default-group-description-too-long'; readonly lengthMax: number }
  | { readonly code: 'default-group-nothing-new' }
  | { readonly code: 'default-group-channel-default'; readonly channel: string; readonly group: string }
  | { readonly code: 'default-group-channel-present'; readonly channel: string; readonly group: string }
  | { readonly code: 'default-group-channel-absent'; readonly channel: string; readonly group: string }
  | { readonly code: 'default-groups-too-many'; readonly max: number }
  | { readonly code: 'default-group-channels-too-many'; readonly max: number }
  | { readonly code: 'subscribe-others-not-permitted' }
  | { readonly code: 'subscribe-others-too-new' }
  | { readonly code: 'unsubscribe-others-not-permitted' }
  | { readonly code: 'principal-unknown'; readonly principal: string }
  | { readonly code: 'not-subscribed'; readonly channelId: number }
  | { readonly code: 'topic-already-muted' }
  | { readonly code: 'topic-not-muted' }
  | { readonly code: 'muted-topics-too-many'; readonly max: number }
  | { readonly code: 'mute-channel-name-unknown'; readonly name: string }
  | { readonly code: 'mute-channel-id-unknown' }
  | { readonly code: 'query-not-authorized' }
  // Users, bots, profile
  | { readonly code: 'guest-not-allowed' }
  | { readonly code: 'administrator-required' }
  | { readonly code: 'owner-required' }
  | { readonly code: 'permission-insufficient' }
  | { readonly code: 'user-missing' }
  | { readonly code: 'presence-user-missing' }
  | { readonly code: 'presence-of-bot' }
  | { readonly code: 'status-nothing-new' }
  | { readonly code: 'presence-missing'; readonly user: string }
  | { readonly code: 'user-deactivated' }
  | { readonly code: 'erasure-under-way' }
  | { readonly code: 'last-owner-role' }
  | { readonly code: 'last-owner-deactivation' }
  | { readonly code: 'last-owner-leaving' }
  | { readonly code: 'guest-not-administrator' }
  | { readonly code: 'name-too-long' }
  | { readonly code: 'name-too-short' }
  | { readonly code: 'name-characters' }
  | { readonly code: 'name-format' }
  | { readonly code: 'email-taken'; readonly email: string }
  | { readonly code: 'email-not-admitted'; readonly email: string }
  | { readonly code: 'email-invalid' }
  | { readonly code: 'users-too-many'; readonly max: number }
  | { readonly code: 'avatar-changes-disabled' }
  | { readonly code: 'name-changes-disabled' }
  | { readonly code: 'email-changes-disabled' }
  | { readonly code: 'password-wrong' }
  | { readonly code: 'password-weak' }
  | BotRefusal
  | { readonly code: 'profile-field-missing'; readonly fieldId: number }
  | { readonly code: 'profile-field-value'; readonly detail: string }
  | { readonly code: 'profile-field-data'; readonly detail: string }
  | { readonly code: 'profile-field-name-blank' }
  | { readonly code: 'profile-field-name-taken' }
  | { readonly code: 'profile-fields-order' }
  | { readonly code: 'profile-fields-too-many'; readonly max: number }
  | { readonly code: 'timezone-unknown' }
  | { readonly code: 'notification-sound-unknown'; readonly sound: string }
  // Invitations
  | { readonly code: 'invitation-missing' }
  | { readonly code: 'invitation-invalid' }
  | { readonly code: 'invitation-streams-missing' }
  | { readonly code: 'invitation-streams-too-many'; readonly max: number }
  | { readonly code: 'invitation-stream-unknown'; readonly channelId: number }
  | { readonly code: 'invitations-too-many'; readonly max: number }
  | { readonly code: 'invitation-sent-too-often'; readonly max: number }
  | { readonly code: 'email-missing' }
  // Domains, and what bots store
  | { readonly code: 'domain-invalid' }
  | { readonly code: 'domain-taken'; readonly domain: string }
  | { readonly code: 'domain-missing'; readonly domain: string }
  | { readonly code: 'domains-too-many'; readonly max: number }
  | { readonly code: 'storage-key-missing' }
  | { readonly code: 'storage-key-invalid'; readonly bytesMax: number }
  | { readonly code: 'storage-full'; readonly beyond: number; readonly bytesMax: number }
  | { readonly code: 'storage-keys-too-many'; readonly max: number }
  // Linkifiers
  | { readonly code: 'linkifier-invalid'; readonly field: 'pattern' | 'url_format_string'; readonly detail: string }
  | { readonly code: 'linkifier-taken' }
  | { readonly code: 'linkifier-missing' }
  | { readonly code: 'linkifiers-too-many'; readonly max: number }
  // User groups
  | { readonly code: 'user-group-missing' }
  | { readonly code: 'user-group-not-member' }
  | { readonly code: 'user-group-name-invalid' }
  | { readonly code: 'user-group-name-taken'; readonly name: string }
  | {
      readonly code: 'user-group-text-too-long';
      readonly parameter: 'name' | 'description';
      readonly lengthMax: number;
    }
  | { readonly code: 'user-group-members-too-many'; readonly max: number }
  | { readonly code: 'user-groups-too-many'; readonly max: number }
  | { readonly code: 'user-group-nothing-new' }
  | { readonly code: 'user-group-already-member'; readonly userId: UserId }
  | { readonly code: 'user-group-no-such-member'; readonly userId: UserId }
  | { readonly code: 'nothing-to-do' }
  // Files
  | { readonly code: 'file-missing' }
  | { readonly code: 'files-too-many'; readonly max: number; readonly of: 'user' | 'organization' }
  | { readonly code: 'file-quota'; readonly of: 'user' | 'organization' }
  // Audit
  | { readonly code: 'auditor-required' }
  | { readonly code: 'auditor-or-owner-required' }
  | { readonly code: 'audit-owner-required' }
  | { readonly code: 'audit-reason-missing' }
  | { readonly code: 'audit-reason-too-long'; readonly lengthMax: number }
  | { readonly code: 'audit-parameters-too-long'; readonly bytesMax: number }
  | { readonly code: 'audit-key-reused' }
  | { readonly code: 'auditor-unknown-user' }
  | { readonly code: 'auditor-ineligible' }
  | { readonly code: 'auditor-deactivated' }
  | { readonly code: 'auditor-already' }
  | { readonly code: 'auditor-missing' }
  | { readonly code: 'auditors-too-many'; readonly max: number }
  | { readonly code: 'erasure-basis-missing' }
  | { readonly code: 'erasure-basis-too-long'; readonly lengthMax: number }
  | { readonly code: 'erasure-of-nothing' }
  | { readonly code: 'erasure-messages-too-many'; readonly max: number }
  | { readonly code: 'erasure-message-unknown'; readonly messageId: number }
  | { readonly code: 'erasure-user-unknown' }
  | { readonly code: 'erasure-user-active' }
  | { readonly code: 'erasure-channel-unknown' }
  | { readonly code: 'erasures-too-many'; readonly max: number }
  | { readonly code: 'erasure-missing' }
  | { readonly code: 'erasure-not-completed' }
  | { readonly code: 'erasure-own' }
  | { readonly code: 'erasure-begun' }
  | { readonly code: 'under-legal-hold'; readonly holds: readonly string[] }
  | ExportRefusal
  | { readonly code: 'hold-name-blank' }
  | { readonly code: 'hold-name-too-long'; readonly lengthMax: number }
  | { readonly code: 'hold-of-nothing' }
  | { readonly code: 'hold-names-too-many'; readonly parameter: 'user_ids' | 'stream_ids'; readonly max: number }
  | { readonly code: 'hold-user-unknown'; readonly userId: number }
  | { readonly code: 'hold-channel-unknown'; readonly channelId: number }
  | { readonly code: 'hold-ends-before-it-begins' }
  | { readonly code: 'holds-too-many'; readonly max: number }
  | { readonly code: 'hold-custodians-too-many'; readonly max: number }
  | { readonly code: 'sinks-too-many'; readonly max: number }
  | { readonly code: 'sink-missing' }
  | { readonly code: 'sink-action-unknown'; readonly action: string }
  | { readonly code: 'sink-of-nothing' }
  | { readonly code: 'sink-actions-too-many'; readonly max: number }
  | { readonly code: 'sink-url-with-password' }
  | { readonly code: 'sink-changes-nothing' }
  | { readonly code: 'hold-missing' }
  | { readonly code: 'hold-changes-nothing' }
  // Organizations
  | { readonly code: 'subdomain-taken'; readonly subdomain: string }
  | { readonly code: 'authentication-methods-none' }
  | { readonly code: 'authentication-methods-fixed' }
  | { readonly code: 'realm-name-blank' }
  | { readonly code: 'realm-name-too-long' }
  | { readonly code: 'realm-description-too-long' }
  | { readonly code: 'news-channel-unknown' }
  | { readonly code: 'realm-missing' }
  | { readonly code: 'realm-deactivated' }
  // The server's secret
  | { readonly code: 'secret-being-replaced' }
  | { readonly code: 'secret-not-being-replaced' }
  | { readonly code: 'secret-used-before' }
  // Event queues
  | { readonly code: 'queue-missing'; readonly queueId: QueueId }
  | { readonly code: 'queue-foreign-poll' }
  | { readonly code: 'queue-foreign-delete' }
  | { readonly code: 'queues-too-many'; readonly of: 'user' | 'organization'; readonly max: number }
  // Refusals by the log itself.
  | { readonly code: 'id-taken' }
  | { readonly code: 'too-large' }
  | { readonly code: 'unavailable'; readonly detail: string; readonly cause?: 'disk-full' | 'too-busy' };

export type RefusalCode = AnyRefusal['code'];

/** A refusal with one of the codes `C`; without `C`, any refusal. */
export type Refusal<C extends RefusalCode = RefusalCode> = ByCode[C];
type ByCode = { readonly [R in AnyRefusal as R['code']]: R };

/** A refusal with one of the codes in a list: `RefusalIn<typeof topicRefusals>`. */
export type RefusalIn<Codes extends readonly RefusalCode[]> = Refusal<Codes[number]>;

/** A refusal as an exception, for code that cannot return it as a value. The HTTP layer answers both in the same way. */
export class Refused extends Error {
  override name = 'Refused';
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Thrown when a command got input that does not fit its schema. An error of any other schema is a fault of the service. */
export class InvalidInput extends Error {
  override name = 'InvalidInput';
  readonly issues: z.ZodError['issues'];
  constructor({ issues }: z.ZodError) {
    super('the input does not fit the command');
    this.issues = issues;
  }
}
