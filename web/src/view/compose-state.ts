/** The draft and its destination. Each destination keeps its draft, and each stream the topic of a new message, until the tab is closed. */
import { effect, signal } from '@preact/signals';
import { keepInTab, keptInTab } from '../api/session.ts';
import type { Place } from '../model/narrow.ts';
import { keyOfPeople, topicKey } from '../model/unread.ts';
import { isMenuOpen } from './selection.ts';

/** Undefined until a destination is chosen. */
export const place = signal<Place | undefined>(undefined);
export const draft = signal('');
/** The topic of a message to a stream. */
export const topic = signal('');
/** Incremented when the text field should get the focus. */
export const focusAsked = signal(0);

const stored = 'verbatim.drafts';
const drafts = new Map(keptInTab<[string, string]>(stored));

/** The key has no names of streams, because they change, and are unknown until the page has registered. */
export const keyOfPlace = (one: Place | undefined): string => {
  if (!one) return '';
  if (one.kind === 'people') return `people ${keyOfPeople(one.ids)}`;
  return topicKey(one.streamId, one.kind === 'stream' ? '' : one.topic);
};

const topicKeyOf = (one: Place | undefined): string => `topic ${keyOfPlace(one)}`;

/** Opens the draft of a place. */
export function goTo(next: Place | undefined): void {
  if (keyOfPlace(next) === keyOfPlace(place.peek())) return;
  place.value = next;
  draft.value = drafts.get(keyOfPlace(next)) ?? '';
  topic.value = drafts.get(topicKeyOf(next)) ?? '';
}

/** Opens the draft of a place and focuses it. If a text is given, it is added before the draft. */
export function writeIn(next: Place | undefined, text?: string): void {
  isMenuOpen.value = false;
  goTo(next);
  if (text !== undefined) draft.value = [text, draft.value].filter(Boolean).join('\n');
  focusAsked.value += 1;
}

/** Changes the destination. The open draft moves there with its topic, and is put before the draft that is already there. */
export function redirect(next: Place | undefined): void {
  const [text, named] = [draft.value, topic.value];
  draft.value = '';
  topic.value = '';
  goTo(next);
  draft.value = [text, draft.value].filter(Boolean).join('\n');
  topic.value = named || topic.value;
}

/** The open draft, if it is that of a place, becomes the draft of another place. */
export function moveDraft(from: Place | undefined, to: Place | undefined): void {
  if (keyOfPlace(place.peek()) !== keyOfPlace(from)) return;
  keep(keyOfPlace(from), '');
  place.value = to;
  keep(keyOfPlace(to), draft.peek());
}

/** Adds a text to the draft of a place that is not open. */
export function addTo(one: Place | undefined, text: string): void {
  keep(keyOfPlace(one), (drafts.get(keyOfPlace(one)) ?? '') + text);
}

function keep(key: string, text: string): void {
  if (text.trim() === '') drafts.delete(key);
  else drafts.set(key, text);
  keepInTab(stored, [...drafts].slice(-50));
}

effect(() => keep(keyOfPlace(place.peek()), draft.value));
effect(() => keep(topicKeyOf(place.peek()), topic.value));
