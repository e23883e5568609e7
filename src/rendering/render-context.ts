/** Input and output of rendering. Both are plain data, which can be sent to a worker thread. */
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import type { Linkifier } from './linkifiers.ts';

/** Everything besides the content that the HTML depends on. */
export type RenderContext = {
  /** The active users among those that `referencesIn` found. */
  readonly users: readonly { readonly userId: UserId; readonly fullName: string }[];
  /** The channels among those that `referencesIn` found, if the sender may link them. */
  readonly channels: readonly { readonly channelId: ChannelId; readonly name: string }[];
  readonly linkifiers: readonly Linkifier[];
  /** Bytes of HTML, where they are more limited than those of a message. */
  readonly htmlBytesMax?: number;
};

/** The HTML and the properties of the message. */
export type Rendered = {
  readonly html: string;
  /** Users who are mentioned, but not silently. Sorted, without duplicates. */
  readonly mentioned: UserId[];
  readonly wildcard: boolean;
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  readonly hasAttachment: boolean;
};
