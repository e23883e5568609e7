/** State of `channels-…`: which chat streams exist, and what each is set to. */
import type { PostPolicy } from '../vocabulary/events/channels.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { ChannelId, Millis, UserId } from '../vocabulary/ids.ts';
import { foldCase } from '../vocabulary/places.ts';

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
  /** Folded name → the one unarchived channel of that name. */
  byName: Map<string, ChannelId>;
  channelIdMax: number;
};

export const noChannels = (): Channels => ({ byId: new Map(), byName: new Map(), channelIdMax: 0 });

export function evolveChannels(channels: Channels, event: Recorded): void {
  switch (event.type) {
    case 'ChannelCreated': {
      const { subscribers: _, ...settings } = event.data;
      channels.byId.set(settings.channelId, { ...settings, createdAt: event.metadata.at, archived: false });
      channels.byName.set(foldCase(settings.name), settings.channelId);
      channels.channelIdMax = Math.max(channels.channelIdMax, settings.channelId);
      break;
    }
    case 'ChannelRenamed': {
      const channel = channels.byId.get(event.data.channelId);
      if (!channel) break;
      channels.byName.delete(foldCase(channel.name));
      channels.byName.set(foldCase(event.data.name), channel.channelId);
      channels.byId.set(channel.channelId, { ...channel, name: event.data.name });
      break;
    }
    case 'ChannelArchived': {
      const channel = channels.byId.get(event.data.channelId);
      if (!channel) break;
      if (channels.byName.get(foldCase(channel.name)) === channel.channelId)
        channels.byName.delete(foldCase(channel.name));
      channels.byId.set(channel.channelId, { ...channel, archived: true });
      break;
    }
  }
}

/** The unarchived channel of that name, whatever its case. */
export function channelNamed(channels: Channels, name: string): Channel | undefined {
  const id = channels.byName.get(foldCase(name.trim()));
  return id === undefined ? undefined : channels.byId.get(id);
}

/** The channel of that id, unless archived. */
export function openChannel(channels: Channels, channelId: number): Channel | undefined {
  const channel = channels.byId.get(channelId as ChannelId);
  return channel && !channel.archived ? channel : undefined;
}
