/** Events of `server-…` (which organizations exist, and under which secret) and `realm-…` (what each is set to). */
import { z } from 'zod';
import { ChannelId, EventId, LinkifierId, ProfileFieldId, RealmEmojiId, RealmId, UserId } from '../ids.ts';
import { Linkifier } from '../linkifiers.ts';
import { ProfileField, ProfileFieldTexts } from '../profile-fields.ts';
import { RealmDomain } from '../realm-domains.ts';
import { RealmEmoji } from '../realm-emoji.ts';
import { RealmChange } from '../realm-settings.ts';

export const serverEvents = {
  /** What the log holds was derived from the secret with this fingerprint: API keys, tokens, fingerprints of addresses. */
  SecretRecorded: z.object({ fingerprint: z.string() }),
  /** From here on everything is derived from the secret with this fingerprint. Keys of the previous one are right until SecretEnded. */
  SecretReplaced: z.object({ fingerprint: z.string(), previous: z.string() }),
  /** Keys of this former secret are wrong from here on. */
  SecretEnded: z.object({ fingerprint: z.string() }),
  /** A subdomain was given to an organization. */
  RealmRegistered: z.object({ realmId: RealmId, subdomain: z.string() }),
  /**
   * From here until ImportFinished every event of these organizations is brought from another log: nobody else writes there, and
   * no policy acts on it. `registration` is the event by which each was registered where it was founded.
   */
  ImportBegan: z.object({
    /** The SHA-256 that ends the export, hexadecimal: which export it is. */
    digest: z.string(),
    realms: z.array(
      z.object({
        realmId: RealmId,
        subdomain: z.string(),
        registration: EventId,
        /** The last checkpoint of its ledger in the log that it comes from. */
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
    /** Rendered when it was said, like every text. */
    renderedDescription: z.string(),
    /** The domain of addresses that the organization itself gives out: bots'. */
    emailDomain: z.string(),
  }),
  RealmRenamed: z.object({ name: z.string(), previousName: z.string() }),
  /** Only what changed: the new values, and those before. */
  RealmSettingsChanged: z.object({
    settings: RealmChange,
    previous: RealmChange,
    /** With a new description. */
    renderedDescription: z.string().optional(),
  }),
  /** The addresses of these people are shown otherwise, because of a RealmSettingsChanged event just before. */
  AddressVisibilityChanged: z.object({ userIds: z.array(UserId), visibility: z.literal([1, 3, 4]) }),
  /** Nobody can use the organization from here on, and its event queues have ended. */
  RealmDeactivated: z.object({ realmId: RealmId }),
  /** It can be used again, as it was. */
  RealmReactivated: z.object({ realmId: RealmId }),
  DefaultChannelAdded: z.object({ channelId: ChannelId }),
  DefaultChannelRemoved: z.object({ channelId: ChannelId }),
  /** Where new streams are announced; null: nowhere. */
  NotificationsChannelSet: z.object({ channelId: ChannelId.nullable() }),
  RealmDomainAdded: z.object({ domain: RealmDomain }),
  RealmDomainChanged: z.object({ domain: z.string(), allowSubdomains: z.boolean() }),
  RealmDomainRemoved: z.object({ domain: z.string() }),
  EmojiCreated: z.object({ emoji: RealmEmoji }),
  /** It stays where it was used. */
  EmojiDeactivated: z.object({ emojiId: RealmEmojiId, name: z.string() }),
  LinkifierCreated: z.object({ linkifier: Linkifier }),
  /** `pattern`: that of the linkifier. */
  LinkifierDeleted: z.object({ linkifierId: LinkifierId, pattern: z.string() }),
  ProfileFieldCreated: z.object({ field: ProfileField }),
  /** Only what changed, and what it was before. */
  ProfileFieldChanged: z.object({
    fieldId: ProfileFieldId,
    changed: ProfileFieldTexts.partial(),
    previous: ProfileFieldTexts.partial(),
  }),
  /** All fields in their new order. */
  ProfileFieldsReordered: z.object({ order: z.array(ProfileFieldId) }),
  ProfileFieldDeleted: z.object({ fieldId: ProfileFieldId }),
} as const;
