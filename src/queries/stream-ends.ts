/**
 * The oldest and the newest message that is currently in a stream. Several parts of one answer need them, and each requires an index read.
 */
import { messages } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import { cachedPerView } from './cached-per-view.ts';

type Stream = { readonly realmId: number; readonly channelId: number };

const endOf = (reverse: boolean) =>
  cachedPerView(
    async (view: ReadView, { realmId, channelId }: Stream): Promise<number | null> => {
      const [key] = await view.scanKeys(messages, 'byChannel', { prefix: [realmId, channelId], reverse, limit: 1 });
      return (key?.[2] as number | undefined) ?? null;
    },
    ({ realmId, channelId }) => `${realmId}.${channelId}`,
  );

/** Null for a stream without messages. */
export const firstMessageId = endOf(false);
export const lastMessageId = endOf(true);
