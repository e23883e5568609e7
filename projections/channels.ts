/** The read model `channels`: every chat stream and what it is set to. An archived one keeps its name but is found by id alone. */

import { defineProjection } from '../src/define/projection.ts';
import type { PostPolicy } from '../src/vocabulary/events/channels.ts';
import { foldCase } from '../src/vocabulary/fold-case.ts';
import type { ChannelId, Millis, UserId } from '../src/vocabulary/ids.ts';

export type ChannelDocument = {
  readonly realmId: number;
  readonly channelId: ChannelId;
  readonly name: string;
  /** The folded name; absent when archived, so that the name is free again. */
  readonly nameKey?: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly inviteOnly: boolean;
  readonly historyPublic: boolean;
  readonly postPolicy: PostPolicy;
  /** Days; −1 for ever; null: the organization's setting. */
  readonly retentionDays: number | null;
  readonly creatorId: UserId | null;
  readonly createdAt: Millis;
  readonly archived: boolean;
};

export const channelDocumentId = (realmId: number, channelId: number): string => `${realmId}.${channelId}`;

export const channels = defineProjection<ChannelDocument>({
  name: 'channels',
  version: 2,
  indexes: {
    byId: ['realmId', 'channelId'],
    /** Unarchived ones only. */
    byName: ['realmId', 'nameKey'],
  },
  on: {
    ChannelCreated: {
      apply: ({ realmId, data: { subscribers: _, ...settings }, metadata }) => [
        {
          op: 'put',
          id: channelDocumentId(realmId, settings.channelId),
          document: {
            realmId,
            ...settings,
            nameKey: foldCase(settings.name),
            createdAt: metadata.at,
            archived: false,
          },
        },
      ],
    },
    ChannelRenamed: {
      reads: ({ realmId, data }) => [channelDocumentId(realmId, data.channelId)],
      apply: ({ realmId, data }, own) => {
        const id = channelDocumentId(realmId, data.channelId);
        const before = own.get(id);
        if (!before) return [];
        return [{ op: 'put', id, document: { ...before, name: data.name, nameKey: foldCase(data.name) } }];
      },
    },
    ChannelArchived: {
      reads: ({ realmId, data }) => [channelDocumentId(realmId, data.channelId)],
      apply: ({ realmId, data }, own) => {
        const id = channelDocumentId(realmId, data.channelId);
        const before = own.get(id);
        if (!before) return [];
        const { nameKey: _, ...rest } = before;
        return [{ op: 'put', id, document: { ...rest, archived: true } }];
      },
    },
  },
});
