/** The sidebar: views, private conversations, and streams with topics, each with its unread count. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isPast, pastAddress } from '../api/looking.ts';
import { conversations, loadTopics, topics } from '../model/conversations.ts';
import { hasState } from '../model/follow.ts';
import { fragmentOf, fragmentOfNow, type Narrow, ofPeople, ofStream, ofTopic } from '../model/narrow.ts';
import { isAuditor, isMuted, personName, subscriptions } from '../model/organization.ts';
import { pastFragment } from '../model/past-address.ts';
import { presenceOf } from '../model/presence.ts';
import { counts, keyOfPeople, topicKey } from '../model/unread.ts';
import { Avatar } from './avatar.tsx';
import { Icon, IconButton, type IconName } from './icons.tsx';
import { address, isShown } from './route.ts';
import { isOpen, type Screen, screens } from './screens.ts';
import { dialog, isMenuOpen } from './selection.ts';
import { StatusWords } from './status-dialog.tsx';

const fewTopics = 6;
const fewConversations = 8;

export function Sidebar() {
  const { all, mentions, people: inPeople } = counts.value;
  const shownConversations = useSignal(fewConversations);
  return (
    <nav
      class={`sidebar ${isMenuOpen.value ? 'is-open' : ''}`}
      aria-busy={!hasState.value}
      aria-label="Streams and conversations"
    >
      <ul class="views">
        <View narrow={[]} icon="all" words="All messages" count={all} />
        <View narrow={[{ operator: 'is', operand: 'mentioned' }]} icon="mention" words="Mentions" count={mentions} />
        <View narrow={[{ operator: 'is', operand: 'starred' }]} icon="star" words="Starred" count={0} />
      </ul>
      <header>
        <h2>Private</h2>
        {!isPast.value && (
          <IconButton
            icon="plus"
            label="Write privately"
            onClick={() => {
              dialog.value = { is: 'write' };
            }}
          />
        )}
      </header>
      <ul>
        {conversations.value.slice(0, shownConversations.value).map(({ others }) => (
          <Row key={keyOfPeople(others)} narrow={ofPeople(others)} count={inPeople.get(keyOfPeople(others)) ?? 0}>
            {others.length === 1 && others[0] !== undefined ? (
              <Avatar id={others[0]} name={personName(others[0])} size="small" />
            ) : (
              <span class="avatar avatar-small group" aria-hidden="true">
                {others.length || '✎'}
              </span>
            )}
            <span class="words">{others.length > 0 ? others.map(personName).join(', ') : 'Notes to yourself'}</span>
            {others.length === 1 && others[0] !== undefined && <Presence id={others[0]} />}
          </Row>
        ))}
        {conversations.value.length > shownConversations.value && (
          <li>
            <button
              type="button"
              class="more"
              onClick={() => {
                shownConversations.value += 50;
              }}
            >
              More conversations
            </button>
          </li>
        )}
      </ul>
      <header>
        <h2>Streams</h2>
        {!isPast.value && (
          <IconButton
            icon="plus"
            label="Find or create a stream"
            onClick={() => {
              dialog.value = { is: 'streams' };
            }}
          />
        )}
      </header>
      <ul class="streams">
        {[...subscriptions.value.values()]
          .sort((a, b) => Number(b.pin_to_top) - Number(a.pin_to_top) || a.name.localeCompare(b.name))
          .map(({ stream_id: id }) => (
            <StreamRow key={id} id={id} />
          ))}
      </ul>
      <header>
        <h2>Record</h2>
      </header>
      <ul>
        {isAuditor.value && <LookRow />}
        {screens
          .filter(({ isFor }) => isFor())
          .map((one) => (
            <ScreenRow key={one.words} {...one} />
          ))}
      </ul>
    </nav>
  );
}

/** The presence of a person as text for screen readers (others see a dot), and their status. */
const Presence = ({ id }: { readonly id: number }) => (
  <>
    {presenceOf(id) && <span class="for-readers">{presenceOf(id)}</span>}
    <StatusWords id={id} />
  </>
);

function View(props: {
  readonly narrow: Narrow;
  readonly icon: IconName;
  readonly words: string;
  readonly count: number;
}) {
  return (
    <Row narrow={props.narrow} count={props.count}>
      <Icon name={props.icon} />
      <span class="words">{props.words}</span>
    </Row>
  );
}

/** A link to a screen that does not show messages. */
function ScreenRow(props: Screen) {
  return (
    <li>
      <a
        href={`#${props.path.join('/')}`}
        class="nav-row"
        aria-current={isOpen(props) ? 'page' : undefined}
        onClick={() => {
          isMenuOpen.value = false;
        }}
      >
        <Icon name={props.icon} />
        <span class="words">{props.words}</span>
      </a>
    </li>
  );
}

/** A link to the same messages as they were at an earlier moment. */
function LookRow() {
  const rest = fragmentOfNow(address.value ?? []).slice(1);
  return (
    <li>
      <a
        href={pastFragment(pastAddress.value ?? { moment: undefined, asUser: undefined, rest })}
        class="nav-row"
        aria-current={isPast.value ? 'page' : undefined}
        onClick={() => {
          isMenuOpen.value = false;
        }}
      >
        <Icon name="history" />
        <span class="words">Look back</span>
      </a>
    </li>
  );
}

type RowProps = {
  readonly narrow: Narrow;
  readonly count: number;
  readonly isMuted?: boolean;
  readonly children: preact.ComponentChildren;
};

function Row({ narrow, count, isMuted: muted = false, children }: RowProps) {
  const isCurrent = isShown(narrow);
  return (
    <li>
      <a
        href={fragmentOf(narrow)}
        class={`nav-row ${muted ? 'is-muted' : ''}`}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => {
          isMenuOpen.value = false;
        }}
      >
        {children}
        <Count count={count} />
      </a>
    </li>
  );
}

const Count = ({ count }: { readonly count: number }) =>
  count > 0 ? (
    <span class="count">
      {count > 9999 ? '9999+' : count}
      <span class="for-readers"> unread</span>
    </span>
  ) : null;

function StreamRow({ id }: { readonly id: number }) {
  const subscription = subscriptions.value.get(id);
  const isWithin = address.value?.some(({ operator, operand }) => operator === 'stream' && operand === id) ?? false;
  const unfolded = useSignal<boolean | undefined>(undefined);
  const limit = useSignal(fewTopics);
  const isOpen = unfolded.value ?? isWithin;
  useEffect(() => {
    if (isOpen && !topics.peek().has(id)) void loadTopics(id);
  }, [isOpen]);
  useEffect(() => {
    if (isWithin) unfolded.value = undefined;
  }, [isWithin]);
  if (!subscription) return null;
  const { streams: inStreams, topics: inTopics } = counts.value;
  const known = topics.value.get(id) ?? [];
  return (
    <li class="stream" style={{ '--stream': subscription.color }}>
      <div class="stream-line">
        <a
          href={fragmentOf(ofStream(id))}
          class={`nav-row ${subscription.is_muted ? 'is-muted' : ''}`}
          aria-current={isShown(ofStream(id)) ? 'page' : undefined}
          onClick={() => {
            isMenuOpen.value = false;
          }}
        >
          {subscription.invite_only ? <Icon name="lock" /> : <span class="hash">#</span>}
          <span class="words">{subscription.name}</span>
          <Count count={inStreams.get(id) ?? 0} />
        </a>
        <button
          type="button"
          class="unfold"
          aria-expanded={isOpen}
          aria-label={`Topics of ${subscription.name}`}
          onClick={() => {
            unfolded.value = !isOpen;
          }}
        >
          <span aria-hidden="true">›</span>
        </button>
      </div>
      {isOpen && known.length > 0 && (
        <ul class="topics">
          {known.slice(0, limit.value).map(({ name }) => (
            <Row
              key={name}
              narrow={ofTopic(id, name)}
              count={inTopics.get(topicKey(id, name)) ?? 0}
              isMuted={isMuted(id, name)}
            >
              <span class="words">{name}</span>
            </Row>
          ))}
          {known.length > limit.value && (
            <li>
              <button
                type="button"
                class="more"
                onClick={() => {
                  limit.value += 30;
                }}
              >
                {known.length - limit.value} more topics
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}
