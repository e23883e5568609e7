/** The page for a signed-in user. */
import { useEffect } from 'preact/hooks';
import { isPast } from '../api/looking.ts';
import { session } from '../api/session.ts';
import { announcement, hasState, shown } from '../model/follow.ts';
import { realmName } from '../model/organization.ts';
import { keepPresent } from '../model/presence.ts';
import { followViewpoint, viewpointError } from '../model/viewpoint.ts';
import { Compose } from './compose.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { Dialogs } from './dialogs.tsx';
import { Feed } from './feed.tsx';
import { Button, setTo } from './fields.tsx';
import { Join } from './join.tsx';
import { onKey } from './keyboard.ts';
import { Loading } from './loading.tsx';
import { UnsentElsewhere } from './pending-row.tsx';
import { PlaceBar } from './place-bar.tsx';
import { address, followAddress, screen } from './route.ts';
import { LookHost, PartMissing, ScreenHost } from './screen-host.tsx';
import { title } from './screens.ts';
import { isMenuOpen } from './selection.ts';
import { Sidebar } from './sidebar.tsx';
import { SignIn } from './sign-in.tsx';
import { Toast } from './toast.tsx';
import { TopBar } from './top-bar.tsx';

export function App() {
  const [name, key] = screen.value;
  if (session.value) return <Chat />;
  return name === 'join' && key !== undefined ? <Join invitationKey={key} /> : <SignIn />;
}

function Chat() {
  useEffect(() => {
    const leave = followViewpoint();
    const unfollow = followAddress();
    const goAway = keepPresent();
    document.addEventListener('keydown', onKey);
    return () => {
      leave();
      unfollow();
      goAway();
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  const { value: words } = title;
  useEffect(() => {
    document.title = words;
  }, [words]);
  const list = shown.value;
  const { value: announced } = announcement;
  return (
    <div class={`page ${isPast.value ? 'is-past' : ''}`}>
      {!isPast.value && <Button label="Write a message" class="skip" onClick={skip} />}
      <TopBar />
      <Sidebar />
      {isMenuOpen.value && (
        <button
          type="button"
          class="beside-menu"
          aria-label="Close the list of streams and conversations"
          onClick={setTo(isMenuOpen, false)}
        />
      )}
      <main>
        <Loading />
        {!address.value && <h1 class="for-readers">{realmName.value}</h1>}
        <ConnectionBanner />
        {isPast.value && <LookHost />}
        {viewpointError.value && (
          <p class="notice" role="alert">
            {viewpointError.value}
          </p>
        )}
        {!isPast.value && <UnsentElsewhere />}
        <PartMissing />
        {address.value ? (
          <>
            <PlaceBar />
            {hasState.value && list ? <Feed key={feedKey(list)} list={list} /> : <div class="feed-box" />}
            {!isPast.value && <Compose />}
          </>
        ) : (
          hasState.value && <ScreenHost path={screen.value} />
        )}
      </main>
      <Dialogs />
      <Toast />
      <p class="for-readers" aria-live="polite">
        {announced && <span key={announced.id}>{announced.words}</span>}
      </p>
    </div>
  );
}

let feeds = 0;
const keys = new WeakMap<object, number>();

/** A key for each list, so that another list gets a new feed. */
function feedKey(list: object): number {
  const known = keys.get(list);
  if (known !== undefined) return known;
  feeds += 1;
  keys.set(list, feeds);
  return feeds;
}

function skip(): void {
  document.querySelector<HTMLTextAreaElement>('.compose textarea')?.focus();
}
