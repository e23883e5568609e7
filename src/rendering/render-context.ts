/** What a rendering is given and what it gives back: plain data, so that both may cross to a worker thread. */
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import type { Linkifier } from './linkifiers.ts';

/** Everything outside the text that its HTML depends on. */
export type RenderContext = {
  /** The active users among those `referencesIn` named. */
  readonly users: readonly { readonly userId: UserId; readonly fullName: string }[];
  /** The channels among those `referencesIn` named that the sender may link. */
  readonly channels: readonly { readonly channelId: ChannelId; readonly name: string }[];
  readonly linkifiers: readonly Linkifier[];
};

/** The HTML, and what the rest of the service asks about it. */
export type Rendered = {
  readonly html: string;
  /** Users mentioned aloud (not silently), sorted, each once. */
  readonly mentioned: UserId[];
  readonly wildcard: boolean;
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  readonly hasAttachment: boolean;
};
