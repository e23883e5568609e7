/** The loaded messages. Each is a signal of its own, so that a change renders only its row again. */
import { batch, type Signal, signal } from '@preact/signals';
import type { Event } from 'verbatim/client';
import type { Listed, Reaction } from '../api/types.ts';
import { learnNames } from './organization.ts';

const known = new Map<number, Signal<Listed | undefined>>();

/** The message with this id. Its value is undefined if it is not loaded or was deleted. */
export function messageOf(id: number): Signal<Listed | undefined> {
  const kept = known.get(id);
  if (kept) return kept;
  const made = signal<Listed | undefined>(undefined);
  known.set(id, made);
  return made;
}

export function keep(messages: readonly Listed[]): void {
  batch(() => {
    learnNames(messages);
    for (const message of messages) messageOf(message.id).value = message;
  });
}

/** The newest loaded message of a topic. */
export const newestIn = (streamId: number, topic: string): number | undefined =>
  [...known.values()]
    .flatMap((one) => one.peek() ?? [])
    .filter((one) => one.stream_id === streamId && one.subject.toLowerCase() === topic.toLowerCase())
    .map(({ id }) => id)
    .sort((a, b) => b - a)[0];

let era = 0;

/** Incremented when all messages are forgotten, so that answers to earlier requests can be ignored. */
export const eraOfMessages = (): number => era;

export function forgetAll(): void {
  era += 1;
  batch(() => {
    for (const message of known.values()) message.value = undefined;
    known.clear();
  });
}

export function forget(ids: readonly number[]): void {
  batch(() => {
    for (const id of ids) {
      const message = known.get(id);
      if (message) message.value = undefined;
      known.delete(id);
    }
  });
}

/** How many messages are remembered beyond those on the screen. */
const unshownMax = 2_000;
/** How many of the messages that came last are remembered in any case, because a list may be about to show them. */
const newestMin = 500;

/** Forgets messages that are not on the screen when there are too many. They are fetched again when they are shown. */
export function forgetUnshown(shown: readonly number[]): void {
  if (known.size <= shown.length + unshownMax) return;
  const kept = new Set(shown);
  forget([...known.keys()].slice(0, -newestMin).filter((id) => !kept.has(id)));
}

function change(id: number, to: (message: Listed) => Listed): void {
  const message = known.get(id);
  if (message?.value) message.value = to(message.value);
}

export type Edited = Event & { readonly type: 'update_message' };

export const isMention = ({ flags }: { readonly flags: readonly string[] }): boolean =>
  flags.includes('mentioned') || flags.includes('wildcard_mentioned');

/** Flags that follow from the text. An edit replaces only these; the reader sets the others. */
const ofText: readonly string[] = ['mentioned', 'wildcard_mentioned', 'has_alert_word'];

/** A change of the content, of the topic, or of the stream. */
export function handleEdited(event: Edited): void {
  batch(() => {
    if ('rendered_content' in event) {
      const { user_id, edit_timestamp: timestamp, orig_content, orig_rendered_content } = event;
      const entry = { user_id, timestamp, prev_content: orig_content, prev_rendered_content: orig_rendered_content };
      change(event.message_id, (message) => ({
        ...message,
        content: event.rendered_content,
        // The marks of the search belong to the former text.
        match_content: undefined,
        is_me_message: event.is_me_message,
        last_edit_timestamp: timestamp,
        edit_history: [entry, ...(message.edit_history ?? [])],
        flags: [...message.flags.filter((flag) => !ofText.includes(flag)), ...event.flags],
      }));
      return;
    }
    const { user_id, edit_timestamp: timestamp, orig_subject, subject, new_stream_id: moved, message_ids } = event;
    const entry = { user_id, timestamp, prev_subject: orig_subject };
    for (const id of message_ids)
      change(id, (message) => ({
        ...message,
        subject,
        topic: subject,
        last_edit_timestamp: timestamp,
        edit_history: [entry, ...(message.edit_history ?? [])],
        ...(moved !== undefined && { stream_id: moved }),
      }));
  });
}

export function handleReaction(event: Event & { readonly type: 'reaction' }): void {
  const { op, message_id: id, user_id, user, emoji_name, emoji_code, reaction_type } = event;
  const isSame = (one: Reaction): boolean =>
    one.user_id === user_id && one.emoji_code === emoji_code && one.reaction_type === reaction_type;
  change(id, (message) => {
    const others = message.reactions.filter((one) => !isSame(one));
    const who = { id: user.user_id, email: user.email, full_name: user.full_name };
    const added = { emoji_name, emoji_code, reaction_type, user_id, user: who };
    return { ...message, reactions: op === 'add' ? [...others, added] : others };
  });
}

export function setFlag(ids: readonly number[], flag: string, isOn: boolean): void {
  batch(() => {
    for (const id of ids)
      change(id, (message) => {
        if (message.flags.includes(flag) === isOn) return message;
        return { ...message, flags: isOn ? [...message.flags, flag] : message.flags.filter((one) => one !== flag) };
      });
  });
}

/** The ids of all loaded messages, for events that concern all messages. */
export const knownIds = (): readonly number[] => [...known.keys()];
