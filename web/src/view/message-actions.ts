/** Actions on a message. */
import { client, serverNow } from '../api/connection.ts';
import type { Listed } from '../api/types.ts';
import { setFlag } from '../model/messages.ts';
import { fragmentOf, nearMessage, ofMessage } from '../model/narrow.ts';
import { me, myself, settings } from '../model/organization.ts';
import { writeIn } from './compose-state.ts';
import { copy } from './copy.ts';
import { attemptShown } from './toast.tsx';

export async function toggleStar({ id, flags }: Listed): Promise<void> {
  const isOn = !flags.includes('starred');
  setFlag([id], 'starred', isOn);
  const asked = { messages: [id], op: isOn ? 'add' : 'remove', flag: 'starred' } as const;
  if (!(await attemptShown(() => client.value.post('/messages/flags', asked)))) setFlag([id], 'starred', !isOn);
}

type Emoji = {
  readonly emoji_name: string;
  readonly emoji_code?: string;
  readonly reaction_type?: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
};

export async function toggleReaction({ id, reactions }: Listed, emoji: Emoji): Promise<void> {
  const isMine = reactions.some(
    (one) =>
      one.user_id === me.value &&
      (emoji.emoji_code === undefined ? one.emoji_name === emoji.emoji_name : one.emoji_code === emoji.emoji_code),
  );
  const sent = { message_id: id, ...emoji };
  const path = '/messages/{message_id}/reactions';
  await attemptShown(() => (isMine ? client.value.delete(path, sent) : client.value.post(path, sent)));
}

export function replyTo(message: Listed): void {
  const [first, second] = ofMessage(message);
  if (message.type === 'stream' && first && second)
    writeIn({ kind: 'topic', streamId: Number(first.operand), topic: String(second.operand) });
  else if (first)
    writeIn({
      kind: 'people',
      ids: String(first.operand)
        .split(',')
        .map(Number)
        .filter((id) => id !== me.value),
    });
}

export async function copyLink(message: Listed): Promise<void> {
  await copy(`${location.origin}/${fragmentOf(nearMessage(message))}`, 'The link has been copied.');
}

/** Whether the visitor wrote the message and may probably still edit it. The server decides. */
export function isEditable({ sender_id, timestamp }: Listed): boolean {
  const { realm_allow_message_editing: isAllowed, realm_message_content_edit_limit_seconds: limit = 0 } =
    settings.value;
  return sender_id === me.value && isAllowed === true && (limit === 0 || serverNow() / 1000 - timestamp < limit);
}

export function canRemove({ sender_id, timestamp }: Listed): boolean {
  if (myself.value?.is_admin) return true;
  const { realm_allow_message_deleting: isAllowed, realm_message_content_delete_limit_seconds: limit = 0 } =
    settings.value;
  return sender_id === me.value && isAllowed === true && (limit === 0 || serverNow() / 1000 - timestamp < limit);
}
