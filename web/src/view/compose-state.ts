/** What is being written, and where to; each place keeps its draft until the tab ends. */
import { effect, signal } from '@preact/signals';
import { fragmentOfNow as fragmentOf, ofPeople, ofStream, ofTopic, type Place } from '../model/narrow.ts';

/** Undefined: the place is yet to be chosen. */
export const place = signal<Place | undefined>(undefined);
export const draft = signal('');
/** Rises when the cursor is to go to the text. */
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

/** The same, with the cursor in it, and with a text if one is given. */
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
