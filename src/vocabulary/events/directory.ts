/** Events of `directory-…`: users, bots and their roles. Names and addresses are in `person-…`, where they can be erased. */
import { z } from 'zod';
import { ChannelId, InvitationId, UserId } from '../ids.ts';
import { BotType, Role } from '../roles.ts';

/** What holds for a bot that does not say it: where it posts, what its event queues get. */
export const BotDefaults = z.object({
  sendingChannelId: ChannelId.nullable(),
  registerChannelId: ChannelId.nullable(),
  allPublicStreams: z.boolean(),
});
export type BotDefaults = z.infer<typeof BotDefaults>;

/** What a bot is: its kind, whose it is (null: the organization's own system bot), and where an outgoing webhook posts. */
export const BotAccount = z.object({
  type: BotType,
  ownerId: UserId.nullable(),
  service: z.object({ payloadUrl: z.string(), interface: z.int() }).optional(),
  /** Absent: none. */
  defaults: BotDefaults.optional(),
});
export type BotAccount = z.infer<typeof BotAccount>;

export const directoryEvents = {
  UserCreated: z.object({
    userId: UserId,
    role: Role,
    /** HMAC of the lower-cased address: one address, one user, without the address. */
    addressFingerprint: z.string(),
    bot: BotAccount.nullable(),
    /** The invitation by which they joined. */
    invitationId: InvitationId.optional(),
  }),
  /** Addresses have other fingerprints, because the secret was replaced from which they are derived. */
  AddressesCarriedOver: z.object({
    addresses: z.array(z.object({ userId: UserId, from: z.string(), to: z.string() })),
  }),
  UserRoleChanged: z.object({
    userId: UserId,
    role: Role,
    previousRole: Role,
    /** More bots become visible or are hidden than one event may name: BotVisibilityChanged events follow at once. */
    botsFollow: z.literal(true).optional(),
  }),
  /** A new role shows these bots of others to the user, or hides them. */
  BotVisibilityChanged: z.object({ userId: UserId, botIds: z.array(UserId), visible: z.boolean() }),
  UserDeactivated: z.object({ userId: UserId }),
  UserReactivated: z.object({ userId: UserId }),
  BotOwnerChanged: z.object({ userId: UserId, ownerId: UserId, previousOwnerId: UserId.nullable() }),
  BotServiceChanged: z.object({ userId: UserId, service: z.object({ payloadUrl: z.string(), interface: z.int() }) }),
  BotDefaultsChanged: z.object({ userId: UserId, defaults: BotDefaults }),
  /**
   * The key is derived from the generation; the old one dies with this event. `tokenGeneration`: the token that the server of an outgoing
   * webhook knows is replaced, too.
   */
  ApiKeyRotated: z.object({
    userId: UserId,
    generation: z.int().positive(),
    tokenGeneration: z.int().positive().optional(),
  }),
} as const;
