import { isPast } from '../api/looking.ts';
import type { Listed, Reaction } from '../api/types.ts';
import { emojiOf } from '../html/enhance.ts';
import { me, personName } from '../model/organization.ts';
import { isOwnPicture, realmEmoji } from '../model/realm-emoji.ts';
import { toggleReaction } from './message-actions.ts';

/** The reactions to a message. A click adds or removes the own reaction. */
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
            onClick={() => void toggleReaction(message, { emoji_name, emoji_code, reaction_type })}
          >
            <span class="for-readers">{`${words}: ${names}`}</span>
            <span aria-hidden="true">
              <EmojiFace reaction={one} />
            </span>
            <b aria-hidden="true">{all.length}</b>
          </button>
        );
      })}
    </div>
  );
}

function EmojiFace({
  reaction: { emoji_code: code, emoji_name: name, reaction_type: type },
}: {
  readonly reaction: Reaction;
}) {
  if (type === 'unicode_emoji') return emojiOf(code) ?? name;
  const picture = realmEmoji.value[code]?.source_url;
  return type === 'realm_emoji' && isOwnPicture(picture) ? <img class="emoji" src={picture} alt="" /> : `:${name}:`;
}

const keyOf = ({ emoji_code, reaction_type }: Reaction): string => `${reaction_type} ${emoji_code}`;
