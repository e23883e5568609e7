/** Events of `server-…` (which organizations exist) and `realm-…` (what each is set to). */
import { z } from 'zod';
import { ChannelId, ProfileFieldId, RealmId } from '../ids.ts';
import { ProfileField } from '../profile-fields.ts';

export const serverEvents = {
  /** A subdomain was given to an organization. */
  RealmRegistered: z.object({ realmId: RealmId, subdomain: z.string() }),
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
  DefaultChannelAdded: z.object({ channelId: ChannelId }),
  /** Where new streams are announced; null: nowhere. */
  NotificationsChannelSet: z.object({ channelId: ChannelId.nullable() }),
  ProfileFieldCreated: z.object({ field: ProfileField }),
  ProfileFieldDeleted: z.object({ fieldId: ProfileFieldId }),
} as const;
