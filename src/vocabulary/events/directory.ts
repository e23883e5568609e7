/** Events of `directory-…`: users, bots and their roles. Names and addresses are in `person-…`, where they can be erased. */
import { z } from 'zod';
import { ChannelId, InvitationId, UserId } from '../ids.ts';
import { BotType, Role } from '../roles.ts';

/** The defaults of a bot: the stream to which it sends, and the events of its event queues. */
export const BotDefaults = z.object({
  sendingChannelId: ChannelId.nullable(),
  registerChannelId: ChannelId.nullable(),
  allPublicStreams: z.boolean(),
});
export type BotDefaults = z.infer<typeof BotDefaults>;

/** The properties of a bot: its kind, its owner (null for the organization's own system bots), and the address of an outgoing webhook. */
export const BotAccount = z.object({
  type: BotType,
  ownerId: UserId.nullable(),
  service: z.object({ payloadUrl: z.string(), interface: z.int() }).optional(),
  /** Absent if there are none. */
  defaults: BotDefaults.optional(),
});
export type BotAccount = z.infer<typeof BotAccount>;

export const directoryEvents = {
  UserCreated: z.object({
    userId: UserId,
    role: Role,
    /** The HMAC of the lower-cased address. With it, each address belongs to one user, although the address itself is not stored. */
    addressFingerprint: z.string(),
    bot: BotAccount.nullable(),
    /** The invitation with which they joined. */
    invitationId: InvitationId.optional(),
  }),
  /** Nobody can join by the invitation any more. It is decided in the log stream in which they would get their accounts. */
  InvitationRevoked: z.object({ invitationId: InvitationId }),
  /**
   * Nobody gets an account by this id. The person was recorded, but the account was not created. It is decided in the log stream in which
   * the account would be.
   */
  PersonWithdrawn: z.object({ userId: UserId }),
  /** Addresses got new fingerprints, because the secret from which they are derived was replaced. */
  AddressesCarriedOver: z.object({
    addresses: z.array(z.object({ userId: UserId, from: z.string(), to: z.string() })),
  }),
  UserRoleChanged: z.object({
    userId: UserId,
    role: Role,
    previousRole: Role,
    /** BotVisibilityChanged events follow, because more bots become visible or hidden than one event may name. */
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
   * The key is derived from the generation; the old key becomes invalid with this event. `tokenGeneration`: present if the token for the
   * server of an outgoing webhook is replaced, too.
   */
  ApiKeyRotated: z.object({
    userId: UserId,
    generation: z.int().positive(),
    tokenGeneration: z.int().positive().optional(),
  }),
} as const;
