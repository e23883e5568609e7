import { useSignal } from '@preact/signals';
import { people } from '../model/organization.ts';
import { presenceOf } from '../model/presence.ts';
import { isOwnPicture } from '../model/realm-emoji.ts';
import { setTo } from './fields.tsx';

const hues = [25, 55, 85, 120, 150, 175, 205, 235, 265, 295, 325, 355];

/** The picture of a person, or their initials. Pictures are never fetched from other servers. */
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
  const failed = useSignal('');
  const picture = person?.avatar_url;
  return (
    <span
      class={`avatar avatar-${size} ${person?.is_bot ? 'is-bot' : ''}`}
      style={{ '--hue': hues[id % hues.length] }}
      aria-hidden="true"
    >
      {isOwnPicture(picture) && picture !== failed.value ? (
        <img src={picture} alt="" loading="lazy" onError={setTo(failed, picture)} />
      ) : (
        initialsOf(name)
      )}
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
