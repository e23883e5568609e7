import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messageOf } from '../model/messages.ts';
import { findOwnEmoji, type OwnEmoji } from '../model/realm-emoji.ts';
import { SearchField } from './fields.tsx';
import { closeDialog, Frame } from './frame.tsx';
import { toggleReaction } from './message-actions.ts';
import { PartMissing } from './screen-host.tsx';
import { findEmoji, loadEmoji } from './suggest.ts';

const most = 120;
const usual = ['+1', 'heart', 'tada', 'smile', 'joy', 'eyes', 'check', 'rocket', 'thinking', '-1', 'wave', 'pray'];

/** Chooses an emoji for a reaction. */
export function EmojiDialog({ id }: { readonly id: number }) {
  const sought = useSignal('');
  useEffect(() => void loadEmoji(), []);
  const text = sought.value.trim().toLowerCase().replaceAll(' ', '_');
  const found =
    text === '' ? [...usual.flatMap((name) => findEmoji(name, 1)), ...findEmoji('', most)] : findEmoji(text, most);
  const own = findOwnEmoji(text, most);
  const react = (emoji: Parameters<typeof toggleReaction>[1]): void => {
    const message = messageOf(id).value;
    closeDialog();
    if (message) void toggleReaction(message, emoji);
  };
  const pick = (name: string): void => react({ emoji_name: name });
  const pickOwn = ({ name, code }: OwnEmoji): void =>
    react({ emoji_name: name, emoji_code: code, reaction_type: 'realm_emoji' });
  return (
    <Frame title="React" class="emoji-dialog">
      <form
        onSubmit={() => {
          const [, name] = found[0] ?? [];
          const [first] = own;
          if (first) pickOwn(first);
          else if (name !== undefined) pick(name);
        }}
      >
        <SearchField label="Name of an emoji" placeholder="Find an emoji" text={sought} />
      </form>
      <PartMissing />
      <div class="emoji-grid">
        {own.map((one) => (
          <button key={one.code} type="button" title={one.name} aria-label={one.name} onClick={() => pickOwn(one)}>
            <img class="emoji" src={one.picture} alt="" />
          </button>
        ))}
        {found.map(([characters, name], index) => (
          <button key={`${name} ${index}`} type="button" title={name} aria-label={name} onClick={() => pick(name)}>
            {characters}
          </button>
        ))}
      </div>
    </Frame>
  );
}
