/**
 * The data that every member may read: the organization, its users as members see them, and its public streams with their messages. They
 * are read page by page, each page in a view of its own, so that no snapshot is held for long. Each message is in at most one page, even if
 * it is moved in the meantime.
 */

import type { ChannelDocument } from '../../projections/channels.ts';
import { messages } from '../../projections/messages.ts';
import { mapSomeAtOnce } from '../define/breaks.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { ChannelId, MessageId, RealmId } from '../vocabulary/ids.ts';
import { isSystemBot } from '../vocabulary/system-bots.ts';
import { profileData } from '../wire/profile-data.ts';
import { streamObject } from '../wire/stream.ts';
import { userRow } from '../wire/user.ts';
import { channelsById } from './by-ids.ts';
import { openChannels } from './channels.ts';
import { listedMessage, reactionsOf, submessagesOf } from './listed-message.ts';
import { namesFor } from './message-names.ts';
import { realmOf, usersOf } from './realm.ts';
import { firstMessageId } from './stream-ends.ts';

/** Whether every member may read the stream. Archived streams are closed to everybody. */
const isForEveryMember = ({ archived, inviteOnly }: ChannelDocument): boolean => !archived && !inviteOnly;

export async function publicOrganization(view: ReadView, realmId: RealmId) {
  const { name, description, subdomain, createdAt } = await realmOf(view, realmId);
  return { id: realmId, name, description, subdomain, created_at: new Date(createdAt).toISOString() };
}

/**
 * All people and bots, including deactivated ones. Addresses that only administrators see are left out. Each is made when it is requested.
 */
export async function publicUsers(view: ReadView, realmId: RealmId) {
  const [realm, all] = await Promise.all([realmOf(view, realmId), usersOf(view, realmId)]);
  return function* rows() {
    for (const user of all)
      if (!isSystemBot(user))
        yield userRow(user, { seesHidden: false, profileData: profileData(realm.profileFields, user.profile) });
  };
}

export async function publicStreams(view: ReadView, realmId: RealmId) {
  const open = (await openChannels(view, realmId)).filter(isForEveryMember);
  return mapSomeAtOnce(open, async (channel) => streamObject(channel, await firstMessageId(view, channel)));
}

/** How many messages are read at a time. Each may be some hundred kilobytes. */
const pageSize = 100;

/** Messages with ids above `after`, ascending. `last`: the id after which the next page begins; absent if there is none. */
export async function publicMessages(view: ReadView, realmId: RealmId, after: number) {
  const page = await view.scan(messages, 'byRealm', { prefix: [realmId], from: after + 1, limit: pageSize });
  const ids = [...new Set(page.flatMap(({ channelId }) => channelId ?? []))];
  const places = await channelsById(view, realmId, ids);
  const open = new Set<ChannelId>();
  for (const channel of places) if (channel && isForEveryMember(channel)) open.add(channel.channelId);
  const wanted = page.filter(({ channelId }) => channelId !== undefined && open.has(channelId));
  const { names, person } = await namesFor(view, realmId, wanted);
  const found = wanted.map((message) => {
    const { flags: _, ...listed } = listedMessage(message, names(message), [], asWritten);
    return {
      ...listed,
      rendered_content: message.html,
      reactions: reactionsOf(message.reactions ?? [], person),
      ...(message.submessages && { submessages: submessagesOf(message) }),
    };
  });
  const last: MessageId | undefined = page.length < pageSize ? undefined : page.at(-1)?.messageId;
  return { found, ...(last !== undefined && { last }) };
}

const asWritten = { applyMarkdown: false, clientGravatar: false } as const;
