/**
 * DELETE /users/me/subscriptions (spec, States, Subscription; api-facts §6.2, §0.2a). A private stream that nobody is left in is
 * archived: nobody could ever enter it again. Taken in turns with subscribing.
 */
import { z } from 'zod';
import { type Append, accept, type Command, refuse } from '../../src/define/command.ts';
import { isSubscribed, membersOf } from '../../src/state/channel.ts';
import { type Channel, channelNamed } from '../../src/state/channels.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { actsAsAdministrator } from '../rules/acting.ts';
import { inParts } from '../rules/in-parts.ts';
import { Principals, resolvePrincipals } from '../rules/principals.ts';

const Input = z.object({ names: z.array(z.string()), principals: Principals.optional() });

/** Names of streams that somebody left, and of those that somebody was not in; with several principals one may be both. */
export type Unsubscribed = { readonly removed: readonly string[]; readonly notRemoved: readonly string[] };

export const unsubscribe: Command<RealmState, z.infer<typeof Input>, Unsubscribed> = {
  name: 'unsubscribe',
  summary: 'Take users out of streams',
  input: Input,
  stream: (_input, realmId) => logStream.channels(realmId),
  decide(state, { names, principals }, { realmId, actor, fingerprint }) {
    const resolved = resolvePrincipals(state, principals, actor, fingerprint);
    const mayOthers = actsAsAdministrator(state, actor);
    // Whoever may not act for others learns nothing about who exists.
    if (!mayOthers && ('refusal' in resolved || resolved.userIds.some((userId) => userId !== actor)))
      return refuse({ code: 'unsubscribe-others-not-permitted' });
    if ('refusal' in resolved) return refuse(resolved.refusal);
    const channels = new Set<Channel>();
    for (const name of names) {
      const channel = channelNamed(state.channels, name);
      if (!channel) return refuse({ code: 'channel-unknown', name: name.trim() });
      channels.add(channel);
    }

    const leavings = [...channels].map((channel) => ({ channel, ...partOf(state, channel, resolved.userIds) }));
    const left = leavings.filter(({ leaving }) => leaving.length > 0);
    const archived = left
      .filter(({ channel, leaving }) => channel.inviteOnly && isEverybody(state, channel, leaving))
      .map(({ channel: { channelId, name } }): DomainEvent => ({ type: 'ChannelArchived', data: { channelId, name } }));
    return accept(
      [
        ...left.map(
          ({ channel: { channelId }, leaving }): Append => ({
            stream: logStream.channel(realmId, channelId),
            events: inParts(leaving).map((userIds) => ({ type: 'SubscribersRemoved', data: { channelId, userIds } })),
          }),
        ),
        { stream: logStream.channels(realmId), events: archived },
      ],
      {
        removed: left.map(({ channel }) => channel.name),
        notRemoved: leavings.filter(({ absent }) => absent.length > 0).map(({ channel }) => channel.name),
      },
    );
  },
};

/** Who of the users is in the stream, and who is not. */
const partOf = (state: RealmState, { channelId }: Channel, userIds: readonly UserId[]) => ({
  leaving: userIds.filter((userId) => isSubscribed(state.memberships, channelId, userId)),
  absent: userIds.filter((userId) => !isSubscribed(state.memberships, channelId, userId)),
});

const isEverybody = (state: RealmState, { channelId }: Channel, leaving: readonly UserId[]): boolean =>
  membersOf(state.memberships, channelId).size === leaving.length;
