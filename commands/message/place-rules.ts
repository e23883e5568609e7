/** Where a message may be sent, and by whom. */
import { z } from 'zod';
import { knownChannel } from '../../src/state/channel-knowledge.ts';
import { type Channel, openChannel } from '../../src/state/channels.ts';
import { type Account, isAdmin, isGuest } from '../../src/state/directory.ts';
import { isSubscribed } from '../../src/state/memberships.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { shownEmailOf, userShownAt } from '../../src/state/shown-people.ts';
import type { ChannelId, Millis, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { type Place, type PrivatePlace, participants } from '../../src/vocabulary/places.ts';
import { isNewMember } from '../../src/vocabulary/realm-settings.ts';
import type { Refusal, RefusalIn } from '../../src/vocabulary/refusals.ts';
import { ownerOf, ownerOrSelf } from '../rules/member-policies.ts';

/** A destination as a client names it: streams and users by name, e-mail address or id. */
export const Destination = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('channel'), channel: z.union([z.string(), z.int()]), topic: z.string() }),
  z.object({ kind: z.literal('private'), to: z.array(z.union([z.string(), z.int()])) }),
]);
export type Destination = z.infer<typeof Destination>;

const postPolicyRefusals = ['channel-post-administrators-only', 'channel-post-new-members-only'] as const;
export const conversationRefusals = [
  'recipients-missing',
  'recipients-too-many',
  'recipient-id-unknown',
  'recipient-email-unknown',
  'recipient-deactivated',
  'private-messages-disabled',
] as const;
export const placeRefusals = [
  'channel-unknown',
  'channel-post-unsubscribed',
  ...postPolicyRefusals,
  ...conversationRefusals,
] as const;

type Placed<F extends Refusal> = { readonly place: Place } | { readonly refusal: F };

/** The place, or the refusal if `senderId` may not send there. */
export function placeOf(
  state: RealmState,
  senderId: UserId,
  destination: Destination,
  now: Millis,
  fingerprint: (address: string) => string,
): Placed<RefusalIn<typeof placeRefusals>> {
  if (destination.kind === 'private') return conversationOf(state, senderId, destination.to, fingerprint);
  const { channel: nameOrId, topic } = destination;
  const channel = knownChannel(state, senderId, nameOrId);
  if (!channel) return { refusal: unknownChannel(nameOrId) };
  const refusal = postRefusal(state, senderId, channel, nameOrId, now);
  return refusal ? { refusal } : { place: { kind: 'channel', channelId: channel.channelId, topic } };
}

const unknownChannel = (nameOrId: string | number): Refusal<'channel-unknown'> =>
  typeof nameOrId === 'number'
    ? { code: 'channel-unknown', name: String(nameOrId), id: nameOrId }
    : { code: 'channel-unknown', name: nameOrId.trim() };

function postRefusal(
  state: RealmState,
  senderId: UserId,
  channel: Channel,
  nameOrId: string | number,
  now: Millis,
): RefusalIn<typeof postPolicyRefusals> | Refusal<'channel-post-unsubscribed'> | undefined {
  const sender = state.directory.accounts.get(senderId);
  if (sender && mayReach(state, sender, channel)) return policyRefusal(state, sender, channel, now);
  // A user who sends to an id must not learn the current name of a stream that is closed to them.
  return { code: 'channel-post-unsubscribed', name: typeof nameOrId === 'number' ? String(nameOrId) : channel.name };
}

/** Whether a message may be sent, edited or given another topic there. */
export function mayPost(state: RealmState, userId: UserId, channelId: ChannelId, now: Millis): boolean {
  const channel = openChannel(state.channels, channelId);
  const account = state.directory.accounts.get(userId);
  return !!channel && !!account && mayReach(state, account, channel) && !policyRefusal(state, account, channel, now);
}

/**
 * Whether the sender may reach a stream: one that they are subscribed to, or a public one unless they or a bot's owner are guests. A bot may
 * also reach the streams of its owner. The answer of an outgoing webhook is not checked here: `send-notice` sends it to the place of the
 * message that it answers.
 */
function mayReach(state: RealmState, sender: Account, { channelId, inviteOnly }: Channel): boolean {
  if (isSubscribed(state.memberships, channelId, sender.userId)) return true;
  const owner = ownerOf(state, sender);
  if (!inviteOnly && !isGuest(sender) && !isGuest(owner)) return true;
  return owner !== undefined && isSubscribed(state.memberships, channelId, owner.userId);
}

function policyRefusal(
  state: RealmState,
  sender: Account,
  channel: Channel,
  now: Millis,
): RefusalIn<typeof postPolicyRefusals> | undefined {
  const poster = ownerOrSelf(state, sender);
  if (isAdmin(poster) || channel.postPolicy === 1) return undefined;
  if (channel.postPolicy === 2) return { code: 'channel-post-administrators-only' };
  return isNewMember(state.realm.settings, poster, now) ? undefined : { code: 'channel-post-new-members-only' };
}

/** The private conversation of `senderId` with others, or the refusal if they may not write there. */
export function conversationOf(
  state: RealmState,
  senderId: UserId,
  to: readonly (string | number)[],
  fingerprint: (address: string) => string,
): { readonly place: PrivatePlace } | { readonly refusal: RefusalIn<typeof conversationRefusals> } {
  if (to.length === 0) return { refusal: { code: 'recipients-missing' } };
  if (to.length > limits.recipientsMax) return { refusal: { code: 'recipients-too-many', max: limits.recipientsMax } };
  const userIds: UserId[] = [senderId];
  for (const idOrEmail of to) {
    const userId = typeof idOrEmail === 'number' ? (idOrEmail as UserId) : userShownAt(state, idOrEmail, fingerprint);
    const account = userId === undefined ? undefined : state.directory.accounts.get(userId);
    if (!account)
      return {
        refusal:
          typeof idOrEmail === 'number'
            ? { code: 'recipient-id-unknown', userId: idOrEmail }
            : { code: 'recipient-email-unknown', email: idOrEmail.trim() },
      };
    if (!account.active)
      return { refusal: { code: 'recipient-deactivated', email: shownEmailOf(state, account.userId) } };
    userIds.push(account.userId);
  }
  const all = participants(userIds);
  if (!mayConverse(state, senderId, all)) return { refusal: { code: 'private-messages-disabled' } };
  return { place: { kind: 'private', userIds: all } };
}

/** If private messages are disabled, bots may still write to people, and people to a bot. */
function mayConverse({ realm, directory }: RealmState, senderId: UserId, userIds: readonly UserId[]): boolean {
  if (realm.settings.private_message_policy === 1) return true;
  const isBot = (userId: UserId): boolean => directory.accounts.get(userId)?.bot != null;
  const others = userIds.filter((userId) => userId !== senderId);
  return isBot(senderId) || (others.length === 1 && others.every(isBot));
}
