/** The draft and its destination. Each destination keeps its draft, and each stream the topic of a new message, until the tab is closed. */
import { effect, signal } from '@preact/signals';
import { fragment, goToAddress } from '../api/looking.ts';
import { keepInTab, keptInTab } from '../api/session.ts';
import { fragmentOf, narrowOfFragment, ofPlace, type Place } from '../model/narrow.ts';
import { keyOfPeople, topicKey } from '../model/unread.ts';
import { isMenuOpen } from './selection.ts';

/** Undefined until a destination is chosen. */
export const place = signal<Place | undefined>(undefined);
export const draft = signal('');
/** The topic of a message to a stream. */
export const topic = signal('');
/** Whether the text field is to get the focus. The field resets it. */
export const focusAsked = signal(false);

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
  // A screen without messages has no text field.
  if (!narrowOfFragment(fragment.peek())) goToAddress(fragmentOf(ofPlace(next)));
  goTo(next);
  if (text !== undefined) draft.value = [text, draft.value].filter(Boolean).join('\n');
  focusAsked.value = true;
}

/** Drafts to which something is added later, by their places. */
export const held = new Set<{ place: Place | undefined }>();

function moveHeld(from: Place | undefined, to: Place | undefined): void {
  for (const one of held) if (keyOfPlace(one.place) === keyOfPlace(from)) one.place = to;
}

/** Changes the destination. The open draft moves there with its topic, and is put before the draft that is already there. */
export function redirect(next: Place | undefined): void {
  const [text, named] = [draft.value, topic.value];
  moveHeld(place.peek(), next);
  draft.value = '';
  topic.value = '';
  goTo(next);
  draft.value = [text, draft.value].filter(Boolean).join('\n');
  topic.value = named || topic.value;
}

/** The draft of a place becomes that of another place, where there may be one already. The one that is open comes first. */
export function moveDraft(from: Place, to: Place): void {
  const keys = [keyOfPlace(from), keyOfPlace(to)];
  const open = keyOfPlace(place.peek());
  if (open === keys[1]) keys.reverse();
  const text = [...new Set(keys)].flatMap((key) => drafts.get(key) ?? []).join('\n');
  moveHeld(from, to);
  keep(keyOfPlace(from), '');
  keep(keyOfPlace(to), text);
  if (!keys.includes(open)) return;
  place.value = to;
  draft.value = text;
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
