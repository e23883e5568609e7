/** The chat streams that exist, and their settings. */
import { changeEntry, type StatePart } from '../define/handlers.ts';
import type { PostPolicy } from '../vocabulary/events/channels.ts';
import { foldName } from '../vocabulary/fold-case.ts';
import type { ChannelId, Millis, UserId } from '../vocabulary/ids.ts';
import { forgetName } from './names.ts';

export type Channel = {
  readonly channelId: ChannelId;
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly inviteOnly: boolean;
  readonly historyPublic: boolean;
  readonly postPolicy: PostPolicy;
  readonly retentionDays: number | null;
  readonly creatorId: UserId | null;
  readonly createdAt: Millis;
  readonly archived: boolean;
};

export type Channels = {
  byId: Map<ChannelId, Channel>;
  /** Maps a folded name to the only unarchived channel with that name. */
  byName: Map<string, ChannelId>;
  channelIdMax: number;
};

export const channelsState: StatePart<Channels> = {
  initial: () => ({ byId: new Map(), byName: new Map(), channelIdMax: 0 }),
  on: {
    ChannelCreated(event, channels) {
      const { subscribers: _, ...settings } = event.data;
      channels.byId.set(settings.channelId, { ...settings, createdAt: event.metadata.at, archived: false });
      channels.byName.set(foldName(settings.name), settings.channelId);
      channels.channelIdMax = Math.max(channels.channelIdMax, settings.channelId);
    },
    ChannelRenamed(event, channels) {
      const channel = channels.byId.get(event.data.channelId);
      if (!channel) return;
      forgetName(channels.byName, channel.name, channel.channelId);
      channels.byName.set(foldName(event.data.name), channel.channelId);
      channels.byId.set(channel.channelId, { ...channel, name: event.data.name });
    },
    ChannelDescribed: ({ data }, channels) => change(channels, data),
    ChannelPostPolicyChanged: ({ data }, channels) => change(channels, data),
    ChannelRetentionChanged: ({ data }, channels) => change(channels, data),
    ChannelPrivacyChanged: ({ data }, channels) => change(channels, data),
    ChannelArchived(event, channels) {
      const channel = channels.byId.get(event.data.channelId);
      if (!channel) return;
      forgetName(channels.byName, channel.name, channel.channelId);
      // Nobody reads the description of an archived channel any more, and archived channels are kept for ever.
      channels.byId.set(channel.channelId, { ...channel, description: '', renderedDescription: '', archived: true });
    },
  },
};

const change = ({ byId }: Channels, settings: Partial<Channel> & Pick<Channel, 'channelId'>): void =>
  changeEntry(byId, settings.channelId, () => settings);

/** The unarchived channel with that name. Case and surrounding spaces are ignored. */
export function channelNamed(channels: Channels, name: string): Channel | undefined {
  const id = channels.byName.get(foldName(name.trim()));
  return id === undefined ? undefined : channels.byId.get(id);
}

/** The channel with that id; undefined if it does not exist or is archived. */
export function openChannel(channels: Channels, channelId: number): Channel | undefined {
  const channel = channels.byId.get(channelId as ChannelId);
  return channel && !channel.archived ? channel : undefined;
}

export const isArchived = ({ byId }: Channels, channelId: ChannelId): boolean => byId.get(channelId)?.archived === true;
