/** The draft and its destination. Each destination keeps its draft until the tab is closed. */
import { effect, signal } from '@preact/signals';
import { fragmentOfNow as fragmentOf, ofPeople, ofStream, ofTopic, type Place } from '../model/narrow.ts';

/** Undefined until a destination is chosen. */
export const place = signal<Place | undefined>(undefined);
export const draft = signal('');
/** Incremented when the text field should get the focus. */
export const focusAsked = signal(0);

const stored = 'verbatim.drafts';
const drafts = new Map<string, string>(JSON.parse(sessionStorage.getItem(stored) ?? '[]') as [string, string][]);

export const keyOfPlace = (one: Place | undefined): string => {
  if (!one) return '';
  if (one.kind === 'people') return fragmentOf(ofPeople(one.ids));
  return fragmentOf(one.kind === 'stream' ? ofStream(one.streamId) : ofTopic(one.streamId, one.topic));
};

/** Opens the draft of a place. */
export function goTo(next: Place | undefined): void {
  if (keyOfPlace(next) === keyOfPlace(place.peek())) return;
  place.value = next;
  draft.value = drafts.get(keyOfPlace(next)) ?? '';
}

/** Opens the draft of a place and focuses it. If a text is given, it replaces the draft. */
export function writeIn(next: Place | undefined, text?: string): void {
  goTo(next);
  if (text !== undefined) draft.value = text;
  focusAsked.value += 1;
}

effect(() => {
  const text = draft.value;
  const key = keyOfPlace(place.peek());
  if (text.trim() === '') drafts.delete(key);
  else drafts.set(key, text);
  sessionStorage.setItem(stored, JSON.stringify([...drafts].slice(-50)));
});
