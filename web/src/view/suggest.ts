/** Suggestions for the word at the cursor: a person, a group (`@*name*`), everybody (`@**all**`), a stream, an emoji. */
import { signal } from '@preact/signals';
import { loadPart } from '../api/parts.ts';
import { addressees, streams, subscriptions } from '../model/organization.ts';
import { findOwnEmoji } from '../model/realm-emoji.ts';
import { userGroups } from '../model/user-groups.ts';

export type Suggestion = {
  readonly shown: string;
  readonly detail: string;
  readonly text: string;
  readonly picture?: string;
};

const most = 8;
const mostGroups = 4;
/** Empty until they are loaded. */
const emoji = signal<readonly (readonly [string, ...string[]])[]>([]);
let loading: Promise<void> | undefined;

/** The list of emoji is large, so it is loaded with the first search. */
export function loadEmoji(): Promise<void> {
  loading ??= loadPart(() => import('virtual:emoji-names')).then((module) => {
    emoji.value = module.emoji;
  });
  return loading;
}

/** The beginning of a name before the cursor, with its `@`, `#` or `:`. */
export function wordAt(text: string, cursor: number): { readonly from: number; readonly word: string } | undefined {
  const before = text.slice(0, cursor);
  const found = /(?:^|[\s([{])([@#][^\s@#*][^@#*\n]{0,30}|[@#]|:[a-z0-9_+-]{2,30})$/i.exec(before);
  const word = found?.[1];
  return word === undefined ? undefined : { from: cursor - word.length, word };
}

/** `word`: as `wordAt` finds it; empty if there is none. */
export function suggestionsFor(word: string): readonly Suggestion[] {
  if (word === '') return [];
  const sought = word.slice(1).toLowerCase();
  if (word.startsWith('@')) return ofPeople(sought);
  if (word.startsWith('#')) return ofStreams(sought);
  void loadEmoji();
  const own = findOwnEmoji(sought, most).map(({ name, picture }) => ({
    shown: name,
    detail: '',
    text: `:${name}: `,
    picture,
  }));
  const others = findEmoji(sought, most).map(([characters, name]) => ({
    shown: `${characters} ${name}`,
    detail: '',
    text: `:${name}: `,
  }));
  return [...own, ...others.filter(({ text }) => !own.some((one) => one.text === text))].slice(0, most);
}

/** Emoji whose names begin with the text, then those whose names contain it. */
export function findEmoji(sought: string, limit: number): (readonly [characters: string, name: string])[] {
  const begins: [string, string][] = [];
  const holds: [string, string][] = [];
  for (const [characters, ...names] of emoji.value) {
    const first = names.find((name) => name.startsWith(sought));
    const any = first ?? names.find((name) => name.includes(sought));
    if (first !== undefined) begins.push([characters, first]);
    else if (any !== undefined) holds.push([characters, any]);
    if (begins.length >= limit) break;
  }
  return [...begins, ...holds].slice(0, limit);
}

const fits = (name: string, sought: string): boolean =>
  name.toLowerCase().startsWith(sought) || name.toLowerCase().includes(` ${sought}`);

function ofPeople(sought: string): Suggestion[] {
  const { value: all } = addressees;
  const isTwice = (name: string): boolean => all.filter((one) => one.full_name === name).length > 1;
  const found = all
    .filter((one) => one.is_cross_realm_bot !== true && fits(one.full_name, sought))
    .slice(0, most)
    .map(({ full_name: name, user_id: id, email, is_bot: isBot }) => ({
      shown: name,
      detail: isBot ? 'bot' : email,
      text: `@**${name}${isTwice(name) ? `|${id}` : ''}** `,
    }));
  const groups = [...userGroups.value.values()]
    .filter(({ name }) => fits(name, sought))
    .slice(0, mostGroups)
    .map(({ name }) => ({ shown: name, detail: 'group', text: `@*${name}* ` }));
  const everyone = { shown: 'all', detail: 'everyone here', text: '@**all** ' };
  return [...found, ...groups, ...(sought !== '' && 'all'.startsWith(sought) ? [everyone] : [])];
}

function ofStreams(sought: string): Suggestion[] {
  const rank = (id: number): number => (subscriptions.value.has(id) ? 0 : 1);
  return [...streams.value.values()]
    .filter(({ name }) => fits(name, sought))
    .sort((a, b) => rank(a.stream_id) - rank(b.stream_id) || a.name.localeCompare(b.name))
    .slice(0, most)
    .map(({ name, description }) => ({ shown: `#${name}`, detail: description, text: `#**${name}** ` }));
}
