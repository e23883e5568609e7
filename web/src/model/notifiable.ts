/** Which new messages call for a notification, and what it says. */

import type { Listed } from '../api/types.ts';
import { plainText, shortened } from '../html/plain-text.ts';
import { isSilent, othersOf } from './narrow.ts';
import { me, peopleWords, personName, settings, streamName, subscriptions } from './organization.ts';

const ofPerson = ({ type, flags, stream_id: id }: Listed): boolean =>
  type === 'private' ||
  flags.includes('mentioned') ||
  flags.includes('has_alert_word') ||
  (flags.includes('wildcard_mentioned') &&
    (own(id)?.wildcard_mentions_notify ?? settings.peek().wildcard_mentions_notify) === true);

const own = (streamId: number | undefined) => subscriptions.peek().get(streamId ?? 0);

/** The settings of the user decide. A stream may have settings of its own. */
export function isCalledFor(message: Listed): boolean {
  if (message.sender_id === me.peek() || message.flags.includes('read') || isSilent(message)) return false;
  const all = settings.peek();
  if (all.enable_desktop_notifications && ofPerson(message)) return true;
  if (message.type !== 'stream') return false;
  return (own(message.stream_id)?.desktop_notifications ?? all.enable_stream_desktop_notifications) === true;
}

function isAudible(message: Listed): boolean {
  const all = settings.peek();
  if (ofPerson(message)) return all.enable_sounds === true;
  return (own(message.stream_id)?.audible_notifications ?? all.enable_stream_audible_notifications) === true;
}

const wordsMax = 200;

export function wordsOfNotification(message: Listed) {
  const { type, content, is_me_message: isMe } = message;
  const isHidden = type === 'private' && settings.peek().pm_content_in_desktop_notifications === false;
  const text = plainText(isMe ? content.replace('/me ', '') : content);
  return {
    title: titleOf(message),
    body: isHidden ? 'Private message' : shortened(text, wordsMax),
    silent: !isAudible(message),
  };
}

function titleOf(message: Listed): string {
  const name = personName(message.sender_id);
  if (message.type === 'stream') return `${name}, #${streamName(message.stream_id ?? 0)} › ${message.subject}`;
  const others = othersOf(message).filter((id) => id !== message.sender_id);
  return others.length === 0 ? name : `${name} to you and ${peopleWords(others)}`;
}
