/** The read model `channels`: every chat stream with its settings. An archived chat stream keeps its name, but is found by its id only. */
import { changesOf, defineProjection, puts } from '../src/define/projection.ts';
import type { PostPolicy } from '../src/vocabulary/events/channels.ts';
import { foldName } from '../src/vocabulary/fold-case.ts';
import type { ChannelId, Millis, UserId } from '../src/vocabulary/ids.ts';

export type ChannelDocument = {
  readonly realmId: number;
  readonly channelId: ChannelId;
  readonly name: string;
  /** The position of the event that replaced an earlier name with this one. Absent if there was no earlier name. */
  readonly renamedAt?: number;
  /** The folded name. It is absent when the channel is archived, so that the name can be used again. */
  readonly nameKey?: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly inviteOnly: boolean;
  readonly historyPublic: boolean;
  readonly postPolicy: PostPolicy;
  /** The number of days; −1 if messages are kept for ever; null if the organization's setting applies. */
  readonly retentionDays: number | null;
  readonly creatorId: UserId | null;
  readonly createdAt: Millis;
  readonly archived: boolean;
  /** When the channel last ceased to be open to everybody: made private, or archived while it was public. Absent if it never did. */
  readonly closedAt?: Millis;
};

export const channelDocumentId = (realmId: number, channelId: number): string => `${realmId}.${channelId}`;

const changes = changesOf<
  ChannelDocument,
  | 'ChannelRenamed'
  | 'ChannelDescribed'
  | 'ChannelPostPolicyChanged'
  | 'ChannelRetentionChanged'
  | 'ChannelPrivacyChanged'
>(({ realmId, data }) => channelDocumentId(realmId, data.channelId));

export const channels = defineProjection<ChannelDocument>({
  name: 'channels',
  version: 5,
  indexes: {
    byId: ['realmId', 'channelId'],
    /** Only channels that are not archived. */
    byName: ['realmId', 'nameKey'],
  },
  on: {
    ChannelCreated: puts(({ realmId, data: { subscribers: _, ...settings }, metadata: { at: createdAt } }) => [
      channelDocumentId(realmId, settings.channelId),
      { realmId, ...settings, nameKey: foldName(settings.name), createdAt, archived: false },
    ]),
    ChannelRenamed: changes(({ data: { name }, position: renamedAt }) => ({
      name,
      nameKey: foldName(name),
      renamedAt,
    })),
    ChannelDescribed: changes(({ data: { description, renderedDescription } }) => ({
      description,
      renderedDescription,
    })),
    ChannelPostPolicyChanged: changes(({ data: { postPolicy } }) => ({ postPolicy })),
    ChannelRetentionChanged: changes(({ data: { retentionDays } }) => ({ retentionDays })),
    ChannelPrivacyChanged: changes(({ data: { inviteOnly, historyPublic }, metadata: { at } }, before) => ({
      inviteOnly,
      historyPublic,
      ...(inviteOnly && !before.inviteOnly ? { closedAt: at } : {}),
    })),
    ChannelArchived: {
      reads: ({ realmId, data }) => [channelDocumentId(realmId, data.channelId)],
      apply: ({ realmId, data, metadata: { at } }, own) => {
        const id = channelDocumentId(realmId, data.channelId);
        const before = own.get(id);
        if (!before) return [];
        const { nameKey: _, ...rest } = before;
        const closed = before.inviteOnly || before.archived ? {} : { closedAt: at };
        return [{ op: 'put', id, document: { ...rest, archived: true, ...closed } }];
      },
    },
  },
});
