/** The name of the organization, the search, and the controls of the visitor. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { goToAddress, isPast } from '../api/looking.ts';
import { signOut } from '../api/session.ts';
import { fragmentOf, narrowOfSearch, searchOf } from '../model/narrow.ts';
import { me, myself, realmName } from '../model/organization.ts';
import { Avatar } from './avatar.tsx';
import { bound, setTo } from './fields.tsx';
import { Icon, IconButton } from './icons.tsx';
import { address } from './route.ts';
import { dialog, isMenuOpen } from './selection.ts';
import { nextTheme, theme } from './theme.ts';

export function TopBar() {
  const text = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  /** Whether the field has the focus. On a telephone it is wide only then. */
  const isWide = useSignal(false);
  const narrow = address.value;
  // The names of streams are unknown before the first registration, and they change.
  const words = narrow && narrow.length > 0 ? searchOf(narrow) : '';
  // This runs before anything can be typed at the new address.
  useLayoutEffect(() => {
    // The space separates it from the words that are typed after it.
    text.value = words && `${words} `;
  }, [narrow, words]);
  return (
    <header class="top">
      <IconButton
        icon="menu"
        label="Streams and conversations"
        class="menu-button"
        pressed={isMenuOpen.value}
        onClick={setTo(isMenuOpen, !isMenuOpen.value)}
      />
      <a class="mark" href={fragmentOf([])} aria-label={realmName.value}>
        <img src="/favicon.svg" alt="" width="26" height="26" />
        <span>{realmName.value}</span>
      </a>
      <search class="search">
        <form
          onSubmit={() => {
            goToAddress(fragmentOf(narrowOfSearch(text.value)));
            // The next key belongs to the search results.
            field.current?.blur();
          }}
        >
          <Icon name="search" />
          <input
            ref={field}
            id="search"
            type="search"
            autocomplete="off"
            aria-label="Search messages"
            placeholder={isWide.value ? 'Words, stream:, sender:, is:starred' : 'Search'}
            {...bound(text)}
            onFocus={setTo(isWide, true)}
            onBlur={setTo(isWide, false)}
          />
        </form>
      </search>
      <div class="own">
        <IconButton icon="theme" class="step" label={`Colours: ${theme.value}`} onClick={nextTheme} />
        {!isPast.value && (
          <IconButton icon="bell" label="Notifications" onClick={setTo(dialog, { is: 'notifications' })} />
        )}
        <IconButton icon="help" label="Keyboard shortcuts" onClick={setTo(dialog, { is: 'help' })} />
        <Me />
        <IconButton icon="out" label="Sign out" onClick={() => signOut()} />
      </div>
    </header>
  );
}

/** Who is signed in; it leads to what they say about themselves. */
function Me() {
  const name = myself.value?.full_name ?? '';
  if (isPast.value) return <span class="me">{name}</span>;
  return (
    <button type="button" class="me" title="Your status, name and password" onClick={setTo(dialog, { is: 'status' })}>
      <Avatar id={me.value} name={name} size="small" />
      <span class="me-name">{name}</span>
      <span class="for-readers">your account</span>
    </button>
  );
}
