/** `first_message_id` of streams: the oldest message that is in the stream now. */
import { messages } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import { onceAView } from './once-a-view.ts';

type Stream = { readonly realmId: number; readonly channelId: number };

/** Null for a stream without messages. */
export const firstMessageId = onceAView(
  async (view: ReadView, { realmId, channelId }: Stream): Promise<number | null> => {
    const [key] = await view.scanKeys(messages, 'byChannel', { prefix: [realmId, channelId], limit: 1 });
    return (key?.[2] as number | undefined) ?? null;
  },
  ({ realmId, channelId }) => `${realmId}.${channelId}`,
);
