/** The text of an earlier version of a message. A version stores its text only if the next version has another text. */
import { type MessageDocument, messageVersions, type TextFields } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';

/** The text of version `from`: its own text, or else that of the next version that has one, or else the current text. */
export async function textFrom(view: ReadView, message: MessageDocument, from: number): Promise<TextFields> {
  const prefix = [message.realmId, message.messageId];
  const [next] = await view.scan(messageVersions, 'byText', { prefix, from, limit: 1 });
  return next?.text ?? message;
}
