/** The sidebar: a filter, views, private conversations, and streams with topics, each with its unread count. */
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isPast, pastAddress } from '../api/looking.ts';
import { conversations } from '../model/conversations.ts';
import { hasState } from '../model/follow.ts';
import { fragmentOfNow, ofPeople } from '../model/narrow.ts';
import { isAuditor, peopleWords, personName, subscriptions } from '../model/organization.ts';
import { pastFragment } from '../model/past-address.ts';
import { presenceOf } from '../model/presence.ts';
import { counts, keyOfPeople } from '../model/unread.ts';
import { Avatar } from './avatar.tsx';
import { Button, bound, isOfInputMethod, nameMatches, setTo } from './fields.tsx';
import { Icon, IconButton } from './icons.tsx';
import { address, isWithin } from './route.ts';
import { isOpen, organizationScreens, recordScreens, type Screen, views } from './screens.ts';
import { dialog, filterAsked, isMenuOpen } from './selection.ts';
import { Row, StreamRow, topicsNamed } from './side-rows.tsx';
import { StatusWords } from './status-dialog.tsx';

const fewConversations = 8;
/** In an organization with thousands of streams, those beyond are listed only if there is a reason. */
const manyStreams = 200;

export function Sidebar() {
  const { all, mentions, people: inPeople, streams: unreadInStreams } = counts.value;
  const shownConversations = useSignal(fewConversations);
  const shownStreams = useSignal(manyStreams);
  const filter = useSignal('');
  const sought = filter.value.trim();
  const people = conversations.value.filter(({ others }) => nameMatches(peopleWords(others), sought));
  const streams = [...subscriptions.value.values()]
    .filter(({ stream_id: id, name }) => nameMatches(name, sought) || topicsNamed(id, sought).length > 0)
    .sort(
      (a, b) =>
        Number(b.pin_to_top) - Number(a.pin_to_top) ||
        Number(a.is_muted) - Number(b.is_muted) ||
        a.name.localeCompare(b.name),
    );
  const listed = streams.filter(
    ({ stream_id: id }, index) => index < shownStreams.value || unreadInStreams.has(id) || isWithin(id),
  );
  return (
    <nav
      class={`sidebar ${isMenuOpen.value ? 'is-open' : ''}`}
      aria-busy={!hasState.value}
      aria-label="Streams and conversations"
    >
      <Filter text={filter} />
      <ul class="views">
        {views.map(({ narrow, icon, words }, index) => (
          <Row key={words} narrow={narrow} count={[all, mentions][index] ?? 0}>
            <Icon name={icon} />
            <span class="words">{words}</span>
          </Row>
        ))}
      </ul>
      <header>
        <h2>Private</h2>
        {!isPast.value && <IconButton icon="plus" label="Write privately" onClick={setTo(dialog, { is: 'write' })} />}
      </header>
      <ul class="conversations">
        {people.slice(0, shownConversations.value).map(({ others }) => (
          <Row key={keyOfPeople(others)} narrow={ofPeople(others)} count={inPeople.get(keyOfPeople(others)) ?? 0}>
            {others.length === 1 && others[0] !== undefined ? (
              <Avatar id={others[0]} name={personName(others[0])} size="small" />
            ) : (
              <span class="avatar avatar-small group" aria-hidden="true">
                {others.length || '✎'}
              </span>
            )}
            <span class="words">{peopleWords(others)}</span>
            {others.length === 1 && others[0] !== undefined && <Presence id={others[0]} />}
          </Row>
        ))}
        {people.length > shownConversations.value && (
          <li>
            <Button
              label="More conversations"
              class="more"
              onClick={setTo(shownConversations, shownConversations.value + 50)}
            />
          </li>
        )}
      </ul>
      <header>
        <h2>Streams</h2>
        {!isPast.value && (
          <IconButton icon="plus" label="Find or create a stream" onClick={setTo(dialog, { is: 'streams' })} />
        )}
      </header>
      <ul class="streams">
        {listed.map(({ stream_id: id }) => (
          <StreamRow key={id} id={id} sought={sought} />
        ))}
        {streams.length > listed.length && (
          <li>
            <button type="button" class="more" onClick={setTo(shownStreams, shownStreams.value + manyStreams)}>
              {(streams.length - listed.length).toLocaleString()} more streams
            </button>
          </li>
        )}
      </ul>
      {sought !== '' && people.length + streams.length === 0 && (
        <p class="none" role="status">
          No stream, topic or conversation that is listed here has this name.
        </p>
      )}
      <Screens words="Organization" screens={organizationScreens} />
      <Screens words="Record" screens={recordScreens}>
        {isAuditor.value && <LookRow />}
      </Screens>
    </nav>
  );
}

/** A heading with the screens that the visitor may open. Nothing if there are none. */
function Screens(props: {
  readonly words: string;
  readonly screens: readonly Screen[];
  readonly children?: ComponentChildren;
}) {
  const own = props.screens.filter(({ isFor }) => isFor());
  if (own.length === 0) return null;
  return (
    <>
      <header>
        <h2>{props.words}</h2>
      </header>
      <ul>
        {props.children}
        {own.map((one) => (
          <PageRow key={one.words} {...one} href={`#${one.path.join('/')}`} isShown={isOpen(one)} />
        ))}
      </ul>
    </>
  );
}

/** Hides everything that does not have the text in its name. */
function Filter({ text }: { readonly text: Signal<string> }) {
  const field = useRef<HTMLInputElement>(null);
  const { value: asked } = filterAsked;
  // By then the menu that contains the field is open.
  useLayoutEffect(() => {
    if (asked > 0) field.current?.focus();
  }, [asked]);
  const leave = (): void => {
    text.value = '';
    field.current?.blur();
  };
  return (
    <input
      ref={field}
      type="search"
      class="filter"
      autocomplete="off"
      aria-label="Filter streams, topics and conversations"
      placeholder="Filter"
      {...bound(text)}
      onKeyDown={(event) => {
        if (isOfInputMethod(event)) return;
        const { key, currentTarget } = event;
        if (key === 'Escape') leave();
        if (key !== 'Enter') return;
        const links = document.querySelectorAll<HTMLElement>('.conversations a, .streams a');
        const found = [...links].find((link) => nameMatches(link.textContent, currentTarget.value));
        found?.click();
        leave();
      }}
    />
  );
}

/** The presence of a person as text for screen readers (others see a dot), and their status. */
const Presence = ({ id }: { readonly id: number }) => (
  <>
    {presenceOf(id) && <span class="for-readers">{presenceOf(id)}</span>}
    <StatusWords id={id} />
  </>
);

/** A link to a screen that does not show messages, or shows them as they were. */
const PageRow = (props: Pick<Screen, 'icon' | 'words'> & { readonly href: string; readonly isShown: boolean }) => (
  <li>
    <a href={props.href} class="nav-row" aria-current={props.isShown ? 'page' : undefined}>
      <Icon name={props.icon} />
      <span class="words">{props.words}</span>
    </a>
  </li>
);

/** A link to the same messages as they were at an earlier moment. */
function LookRow() {
  const rest = fragmentOfNow(address.value ?? []).slice(1);
  const href = pastFragment(pastAddress.value ?? { moment: undefined, asUser: undefined, rest });
  return <PageRow icon="history" words="Look back" href={href} isShown={isPast.value} />;
}
