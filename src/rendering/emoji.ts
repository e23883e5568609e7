/**
 * Emoji names and codes. A code is the hexadecimal code points joined by `-`, without the variation selector, as in the picture names of
 * the sprite sheets of Zulip's clients. The names come from the library. `overrides` contains the names by which Zulip's clients know a
 * picture.
 */
import { gemoji } from 'gemoji';
import type { Emoji } from '../vocabulary/events/reactions.ts';

/** The only emoji that is not in Unicode and has a picture of its own. Its code is its name. */
export const extraEmoji = 'zulip';

/** Maps a code to names. The first one is shown for the native character. */
const overrides: Readonly<Record<string, readonly string[]>> = {
  '1f642': ['smile', 'slight_smile', 'simple_smile'],
  '1f604': ['big_smile'],
  '1f44d': ['+1', 'thumbs_up'],
  '1f44e': ['-1', 'thumbs_down'],
  '2764': ['heart'],
  '1f419': ['octopus'],
  '1f389': ['tada'],
  '1f44b': ['wave'],
  '1f408': ['cat'],
  '1f431': ['cat_face'],
  '1f415': ['dog'],
  '1f436': ['dog_face'],
  '1f407': ['rabbit'],
  '1f430': ['rabbit_face'],
  '1f4a9': ['poop'],
  '1f384': ['holiday_tree'],
  '2797': ['division'],
  '1f947': ['gold'],
  '2705': ['check'],
  '1f6e0': ['working_on_it'],
  '1f641': ['frown'],
};

const codeOfName = new Map<string, string>();
const nameOfCode = new Map<string, string>();

for (const [code, names] of Object.entries(overrides)) for (const name of names) learn(name, code);
for (const { emoji, names } of gemoji) for (const name of names) learn(name, emojiCodeOf(emoji));

function learn(name: string, code: string): void {
  if (!codeOfName.has(name)) codeOfName.set(name, code);
  if (codeOfName.get(name) === code && !nameOfCode.has(code)) nameOfCode.set(code, name);
}

/** The code of a name (`smile` → `1f642`); undefined if no Unicode emoji has that name. */
export function emojiCode(name: string): string | undefined {
  return codeOfName.get(name);
}

export function emojiNamed(name: string, type?: Emoji['type']): Emoji | undefined {
  if (type === 'realm_emoji') return undefined;
  if (name === extraEmoji && type !== 'unicode_emoji') return { name, code: extraEmoji, type: 'zulip_extra_emoji' };
  const code = type === 'zulip_extra_emoji' ? undefined : emojiCode(name);
  return code === undefined ? undefined : { name, code, type: 'unicode_emoji' };
}

export const isEmojiCode = (code: string): boolean => nameOfCode.has(code);

/** The name that is shown for a code (`1f642` → `smile`). */
export function emojiName(code: string): string | undefined {
  return nameOfCode.get(code);
}

/** The code of a native emoji, given as its characters. */
export function emojiCodeOf(sequence: string): string {
  const points: string[] = [];
  for (const char of sequence)
    if (char !== '\u{fe0f}') points.push((char.codePointAt(0) ?? 0).toString(16).padStart(4, '0'));
  return points.join('-');
}
