import { isPast } from '../api/looking.ts';
import type { Listed, Reaction } from '../api/types.ts';
import { emojiOf } from '../html/enhance.ts';
import { me, personName } from '../model/organization.ts';
import { toggleReaction } from './message-acts.ts';

/** Who reacted with what; a click takes part, and takes it back. */
export function Reactions({ message }: { readonly message: Listed }) {
  if (message.reactions.length === 0) return null;
  const groups = new Map<string, Reaction[]>();
  for (const one of message.reactions) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return (
    <div class="reactions">
      {[...groups].map(([key, all]) => {
        const [one] = all;
        if (!one) return null;
        const { emoji_name, emoji_code, reaction_type } = one;
        const isMine = all.some(({ user_id: id }) => id === me.value);
        const names = all.map(({ user_id: id }) => (id === me.value ? 'you' : personName(id))).join(', ');
        const words = emoji_name.replaceAll('_', ' ');
        return (
          <button
            key={key}
            type="button"
            class={`reaction ${isMine ? 'is-mine' : ''}`}
            aria-pressed={isMine}
            aria-disabled={isPast.value}
            title={`${words}: ${names}`}
            onClick={() => !isPast.value && void toggleReaction(message, { emoji_name, emoji_code, reaction_type })}
          >
            <span class="for-readers">{`${words}: ${names}`}</span>
            <span aria-hidden="true">
              {reaction_type === 'unicode_emoji' ? (emojiOf(emoji_code) ?? emoji_name) : `:${emoji_name}:`}
            </span>
            <b aria-hidden="true">{all.length}</b>
          </button>
        );
      })}
    </div>
  );
}

const keyOf = ({ emoji_code, reaction_type }: Reaction): string => `${reaction_type} ${emoji_code}`;
