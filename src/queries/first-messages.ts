/** `first_message_id` of streams: the oldest message that is in the stream now. */
import { messages } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';

/** Null for a stream without messages. */
export async function firstMessageId(
  view: ReadView,
  { realmId, channelId }: { readonly realmId: number; readonly channelId: number },
): Promise<number | null> {
  const [key] = await view.scanKeys(messages, 'byChannel', { prefix: [realmId, channelId], limit: 1 });
  return (key?.[2] as number | undefined) ?? null;
}
