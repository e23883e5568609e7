/** The read model `deletions`: what remains of each deleted message, and whether a legal hold keeps it. */
import { changesOf, defineProjection, puts } from '../src/define/projection.ts';
import type { ChannelId, MessageId, Millis, UserId } from '../src/vocabulary/ids.ts';

export type DeletionDocument = {
  readonly realmId: number;
  readonly messageId: MessageId;
  readonly senderId: UserId;
  readonly sentAt: Millis;
  readonly deletedAt: Millis;
  /** The participants of a private message; empty for messages in streams. */
  readonly participants: readonly UserId[];
  /** The streams that it was ever in, beginning with the one to which it was sent. Empty for private messages. */
  readonly stoodIn: readonly ChannelId[];
  readonly held?: true;
};

export const deletionDocumentId = (realmId: number, messageId: number): string => `${realmId}.${messageId}`;

export const deletions = defineProjection<DeletionDocument>({
  name: 'deletions',
  version: 2,
  indexes: { byMessage: ['realmId', 'messageId'] },
  on: {
    MessageDeleted: puts(({ realmId, data: { messageId, senderId, sentAt, place, leftChannels = [] }, metadata }) => [
      deletionDocumentId(realmId, messageId),
      {
        realmId,
        messageId,
        senderId,
        sentAt,
        deletedAt: metadata.at,
        participants: place.kind === 'private' ? place.userIds : [],
        stoodIn: place.kind === 'channel' ? [...new Set([...leftChannels, place.channelId])] : [],
      },
    ]),
    DeletionHeld: changesOf<DeletionDocument, 'DeletionHeld'>(({ realmId, data }) =>
      deletionDocumentId(realmId, data.message.messageId),
    )(() => ({ held: true })),
    HeldDeletionsEnded: {
      reads: ({ realmId, data }) => data.messageIds.map((messageId) => deletionDocumentId(realmId, messageId)),
      apply: ({ realmId, data }, own) =>
        data.messageIds.flatMap((messageId) => {
          const id = deletionDocumentId(realmId, messageId);
          const before = own.get(id);
          if (!before) return [];
          const { held: _, ...document } = before;
          return [{ op: 'put' as const, id, document }];
        }),
    },
  },
});
