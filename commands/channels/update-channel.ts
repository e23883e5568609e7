/** PATCH /streams/{stream_id}: either all changes of a request are made or none. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { knownChannel } from '../../src/state/channel-knowledge.ts';
import { type Channel, channelNamed } from '../../src/state/channels.ts';
import { isSubscribed, membersOf } from '../../src/state/memberships.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { ChannelId, idNamed } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Refusal, RefusalIn } from '../../src/vocabulary/refusals.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator, actsAsOwner } from '../rules/acting.ts';
import {
  channelDescriptionRefusal,
  channelNameRefusal,
  channelNameRefusals,
  describedRefusal,
} from '../rules/channels.ts';
import { isForNewUsers } from '../rules/default-groups.ts';
import { ChannelSettings } from './channel-created.ts';
import { oneLine } from './entries.ts';

const Input = z.object({
  channelId: idNamed(ChannelId),
  name: z.string().optional(),
  description: z.string().optional(),
  ...ChannelSettings.shape,
});
type Input = z.infer<typeof Input>;

/** The HTML of the new description. */
type Prepared = { readonly renderedDescription?: string };

const nameRefusals = [...channelNameRefusals, 'channel-name-same', 'channel-name-taken'] as const;
const privacyRefusals = ['channel-private-empty', 'channel-private-default'] as const;

export const updateChannel = defineCommand({
  name: 'update-channel',
  input: Input,
  refusals: [
    'administrator-required',
    'owner-required',
    'channel-id-unknown',
    'channel-description-too-long',
    'channel-descriptions-too-long',
    ...nameRefusals,
    ...privacyRefusals,
  ],
  stream: (_input, realmId) => logStream.channels(realmId),
  async prepare(_state, { description }, tools): Promise<Prepared> {
    if (!description || description.length > 2 * limits.channelDescriptionLengthMax) return { renderedDescription: '' };
    const bounds = { htmlBytesMax: limits.channelDescriptionHtmlBytesMax };
    return { renderedDescription: (await tools.render(oneLine(description), bounds)).html };
  },
  decide(state, input, { realmId, actor, prepared }) {
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    if (input.retentionDays !== undefined && !actsAsOwner(state, actor)) return refuse({ code: 'owner-required' });
    const channel = knownChannel(state, actor, input.channelId);
    // Administrators know of every stream. But only subscribers of a private stream decide who else may read it.
    const mayDecidePrivacy =
      channel && (actor === null || !channel.inviteOnly || isSubscribed(state.memberships, channel.channelId, actor));
    const isAboutPrivacy = input.inviteOnly !== undefined || input.historyPublic !== undefined;
    if (!channel || (isAboutPrivacy && !mayDecidePrivacy)) return refuse({ code: 'channel-id-unknown' });

    const described = descriptionChange(channel, input, prepared);
    const privacy = privacyChange(channel, input);
    const refusal =
      (described &&
        (channelDescriptionRefusal(described.description) ?? describedRefusal(state, channel, described))) ??
      nameRefusal(state, channel, input.name?.trim()) ??
      (privacy && privacyRefusal(state, channel, privacy.inviteOnly));
    if (refusal) return refuse(refusal);

    const { channelId } = channel;
    const { postPolicy = channel.postPolicy, retentionDays = channel.retentionDays } = input;
    const name = input.name?.trim();
    const privacyChanged: DomainEvent[] = privacy
      ? [{ type: 'ChannelPrivacyChanged', data: { channelId, ...privacy } }]
      : [];
    const events: DomainEvent[] = [];
    if (retentionDays !== channel.retentionDays)
      events.push({ type: 'ChannelRetentionChanged', data: { channelId, retentionDays } });
    if (described) events.push({ type: 'ChannelDescribed', data: { channelId, ...described } });
    if (name !== undefined)
      events.push({ type: 'ChannelRenamed', data: { channelId, name, previousName: channel.name } });
    if (postPolicy !== channel.postPolicy)
      events.push({ type: 'ChannelPostPolicyChanged', data: { channelId, postPolicy } });
    // The new name is only for those who may enter the stream. So a stream becomes private before it is renamed, and public after it.
    const inOrder = channel.inviteOnly ? [...events, ...privacyChanged] : [...privacyChanged, ...events];
    return accept([{ stream: logStream.channels(realmId), events: inOrder }], {
      wasRenamed: name !== undefined,
    });
  },
});

function descriptionChange(
  channel: Channel,
  { description: requested }: Input,
  { renderedDescription = '' }: Prepared,
): { readonly description: string; readonly renderedDescription: string } | undefined {
  const description = requested === undefined ? undefined : oneLine(requested);
  return description === undefined || description === channel.description
    ? undefined
    : { description, renderedDescription };
}

/** The history of a public stream is open. If a stream becomes private, its history is closed, unless the request keeps it open. */
function privacyChange(
  channel: Channel,
  { inviteOnly = channel.inviteOnly, historyPublic: asked }: Input,
): { readonly inviteOnly: boolean; readonly historyPublic: boolean } | undefined {
  const historyPublic = !inviteOnly || (asked ?? (channel.inviteOnly && channel.historyPublic));
  if (inviteOnly === channel.inviteOnly && historyPublic === channel.historyPublic) return undefined;
  return { inviteOnly, historyPublic };
}

function nameRefusal(
  state: RealmState,
  channel: Channel,
  name: string | undefined,
): RefusalIn<typeof nameRefusals> | undefined {
  if (name === undefined) return undefined;
  const refusal = channelNameRefusal(name);
  if (refusal) return refusal;
  if (name === channel.name) return { code: 'channel-name-same' };
  const taken = channelNamed(state.channels, name);
  return taken && taken.channelId !== channel.channelId ? { code: 'channel-name-taken', name } : undefined;
}

/**
 * Refuses a private stream without subscribers, because nobody could enter it, and a private default stream, because everybody sees default
 * streams.
 */
function privacyRefusal(
  state: RealmState,
  { channelId }: Channel,
  inviteOnly: boolean,
): Refusal<(typeof privacyRefusals)[number]> | undefined {
  if (!inviteOnly) return undefined;
  if (isForNewUsers(state, channelId)) return { code: 'channel-private-default' };
  return membersOf(state.memberships, channelId).size === 0 ? { code: 'channel-private-empty' } : undefined;
}
