/** Input and output of rendering. Both are plain data, which can be sent to a worker thread. */
import type { ChannelId, UserGroupId, UserId } from '../vocabulary/ids.ts';
import type { LinkifierRule } from '../vocabulary/linkifiers.ts';

/** Everything except the content that the HTML depends on. */
export type RenderContext = {
  /** The active users among those that `referencesIn` found. */
  readonly users: readonly { readonly userId: UserId; readonly fullName: string }[];
  /** The user groups among those that `referencesIn` found, with the active users in each. Absent: none. */
  readonly groups?: readonly {
    readonly groupId: UserGroupId;
    readonly name: string;
    readonly members: readonly UserId[];
  }[];
  /** The channels among those that `referencesIn` found, if the sender may link them. */
  readonly channels: readonly { readonly channelId: ChannelId; readonly name: string }[];
  readonly linkifiers: readonly LinkifierRule[];
  /** The organization's own emoji among those that the text names. Absent: none. */
  readonly emoji?: readonly { readonly name: string; readonly address: string }[];
  /** The language of code blocks that name none. Absent if there is no default. */
  readonly codeLanguage?: string;
  /** The bound on the HTML in bytes, if it is smaller than that of a message. */
  readonly htmlBytesMax?: number;
};

/** The HTML and the properties of the message. */
export type Rendered = {
  readonly html: string;
  /** Users who are mentioned, by themselves or in a group, but not silently. Sorted, without duplicates. */
  readonly mentioned: UserId[];
  readonly wildcard: boolean;
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  readonly hasAttachment: boolean;
  /** The addresses of the uploaded files that the message links. */
  readonly uploadTargets: readonly string[];
};
