import { people } from '../model/organization.ts';
import { presenceOf } from '../model/presence.ts';

const colours = 12;

/** The initials of a person. Pictures are not fetched from elsewhere. */
export function Avatar({
  id,
  name,
  size = 'usual',
}: {
  readonly id: number;
  readonly name: string;
  readonly size?: 'usual' | 'small';
}) {
  const person = people.value.get(id);
  const presence = presenceOf(id);
  return (
    <span class={`avatar avatar-${size} hue-${id % colours} ${person?.is_bot ? 'is-bot' : ''}`} aria-hidden="true">
      {initialsOf(name)}
      {presence && <i class={`here is-${presence}`} />}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const [first = '?'] = words[0] ?? '?';
  const [last = ''] = words.length > 1 ? (words.at(-1) ?? '') : '';
  return `${first}${last}`.toUpperCase();
}
