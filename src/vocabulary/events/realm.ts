/** Events of `server-…` (which organizations exist, and under which secret) and `realm-…` (the settings of each organization). */
import { z } from 'zod';
import { ChannelId, EventId, LinkifierId, ProfileFieldId, RealmEmojiId, RealmId, UserId } from '../ids.ts';
import { Linkifier } from '../linkifiers.ts';
import { ProfileField, ProfileFieldTexts } from '../profile-fields.ts';
import { RealmDomain } from '../realm-domains.ts';
import { RealmEmoji } from '../realm-emoji.ts';
import { RealmChange } from '../realm-settings.ts';

export const serverEvents = {
  /** The API keys, tokens and fingerprints of addresses in this log are derived from the secret with this fingerprint. */
  SecretRecorded: z.object({ fingerprint: z.string() }),
  /** From here on everything is derived from the secret with this fingerprint. Keys of the previous one are valid until SecretEnded. */
  SecretReplaced: z.object({ fingerprint: z.string(), previous: z.string() }),
  /** Keys of this former secret are invalid from here on. */
  SecretEnded: z.object({ fingerprint: z.string() }),
  /** A subdomain was given to an organization. */
  RealmRegistered: z.object({ realmId: RealmId, subdomain: z.string() }),
  /**
   * From here until ImportFinished, every event of these organizations comes from another log. Nobody else writes there, and no policy acts
   * on these events. `registration`: the event that registered the organization in its original log.
   */
  ImportBegan: z.object({
    /** The SHA-256 at the end of the export, in hexadecimal. It identifies the export. */
    digest: z.string(),
    realms: z.array(
      z.object({
        realmId: RealmId,
        subdomain: z.string(),
        registration: EventId,
        /** The last checkpoint of its ledger in the original log. */
        checkpoint: z.string().optional(),
      }),
    ),
  }),
  ImportFinished: z.object({ digest: z.string(), realmIds: z.array(RealmId) }),
} as const;

export const realmEvents = {
  RealmCreated: z.object({
    realmId: RealmId,
    subdomain: z.string(),
    name: z.string(),
    description: z.string(),
    renderedDescription: z.string(),
    /** The domain of the addresses that the organization itself assigns, which are those of bots. */
    emailDomain: z.string(),
  }),
  RealmRenamed: z.object({ name: z.string(), previousName: z.string() }),
  /**
   * Only the changes: the new values and the previous ones. In `channels-…`, because settings may name streams. Changes that follow from the
   * removal of a domain are in `realm-…`.
   */
  RealmSettingsChanged: z.object({
    settings: RealmChange,
    previous: RealmChange,
    /** Present with a new description. */
    renderedDescription: z.string().optional(),
  }),
  /** The shown addresses of these people change because of the preceding RealmSettingsChanged event. */
  AddressVisibilityChanged: z.object({ userIds: z.array(UserId), visibility: z.literal([1, 3, 4]) }),
  /** From here on nobody can use the organization, and its event queues have ended. */
  RealmDeactivated: z.object({ realmId: RealmId }),
  /** The organization can be used again, unchanged. */
  RealmReactivated: z.object({ realmId: RealmId }),
  /**
   * In `channels-…`, where the privacy of streams is decided, because default streams must be public. Those of a new organization, and older
   * ones, are in `realm-…`.
   */
  DefaultChannelAdded: z.object({ channelId: ChannelId }),
  DefaultChannelRemoved: z.object({ channelId: ChannelId }),
  /** The stream in which new streams are announced; null if they are not announced. */
  NotificationsChannelSet: z.object({ channelId: ChannelId.nullable() }),
  RealmDomainAdded: z.object({ domain: RealmDomain }),
  RealmDomainChanged: z.object({ domain: z.string(), allowSubdomains: z.boolean() }),
  RealmDomainRemoved: z.object({ domain: z.string() }),
  EmojiCreated: z.object({ emoji: RealmEmoji }),
  /** The emoji stays in messages that use it. */
  EmojiDeactivated: z.object({ emojiId: RealmEmojiId, name: z.string() }),
  LinkifierCreated: z.object({ linkifier: Linkifier }),
  LinkifierDeleted: z.object({ linkifierId: LinkifierId, pattern: z.string() }),
  ProfileFieldCreated: z.object({ field: ProfileField }),
  /** Only the changes, with the previous values. */
  ProfileFieldChanged: z.object({
    fieldId: ProfileFieldId,
    changed: ProfileFieldTexts.partial(),
    previous: ProfileFieldTexts.partial(),
  }),
  /** All fields in their new order. */
  ProfileFieldsReordered: z.object({ order: z.array(ProfileFieldId) }),
  ProfileFieldDeleted: z.object({ fieldId: ProfileFieldId }),
} as const;
