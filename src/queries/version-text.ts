import { type MessageDocument, messageVersions, type TextFields } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';

/**
 * The text of version `from` of a message. A version stores its text only if the next version has another text. So it is that of the first
 * version from there on that has one, or else the current text.
 */
export async function textFrom(view: ReadView, message: MessageDocument, from: number): Promise<TextFields> {
  const prefix = [message.realmId, message.messageId];
  const [next] = await view.scan(messageVersions, 'byText', { prefix, from, limit: 1 });
  return next?.text ?? message;
}
