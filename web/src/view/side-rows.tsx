/** The rows at the side of the page: a link with its unread count, and a stream with its topics. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { loadTopics, type Topic, topics } from '../model/conversations.ts';
import { fragmentOf, type Narrow, ofStream, ofTopic } from '../model/narrow.ts';
import { isMuted, subscriptions } from '../model/organization.ts';
import { counts, topicKey } from '../model/unread.ts';
import { nameMatches, setTo } from './fields.tsx';
import { Icon } from './icons.tsx';
import { isShown, isWithin } from './route.ts';

const fewTopics = 6;

export const topicsNamed = (streamId: number, sought: string): readonly Topic[] =>
  (topics.value.get(streamId) ?? []).filter(({ name }) => nameMatches(name, sought));

type RowProps = {
  readonly narrow: Narrow;
  readonly count: number;
  readonly isMuted?: boolean;
  readonly children: preact.ComponentChildren;
};

export function Row({ narrow, count, isMuted: muted = false, children }: RowProps) {
  const isCurrent = isShown(narrow);
  return (
    <li>
      <a
        href={fragmentOf(narrow)}
        class={`nav-row ${muted ? 'is-muted' : ''}`}
        aria-current={isCurrent ? 'page' : undefined}
      >
        {children}
        {muted && <Muted />}
        <Count count={count} />
      </a>
    </li>
  );
}

const Muted = () => (
  <span class="muted">
    <Icon name="mute" />
    <span class="for-readers">muted</span>
  </span>
);

const Count = ({ count }: { readonly count: number }) =>
  count > 0 ? (
    <span class="count">
      {count > 9999 ? '9999+' : count}
      <span class="for-readers"> unread</span>
    </span>
  ) : null;

/** `sought`: the text of the filter. A stream whose name does not contain it shows only topics that do. */
export function StreamRow({ id, sought }: { readonly id: number; readonly sought: string }) {
  const subscription = subscriptions.value.get(id);
  const isCurrent = isWithin(id);
  const unfolded = useSignal<boolean | undefined>(undefined);
  const limit = useSignal(fewTopics);
  const isMatch = sought === '' || nameMatches(subscription?.name ?? '', sought);
  const isOpen = unfolded.value ?? (isCurrent || !isMatch);
  useEffect(() => {
    if (isOpen && !topics.peek().has(id)) void loadTopics(id);
  }, [isOpen]);
  useEffect(() => {
    if (isCurrent) unfolded.value = undefined;
  }, [isCurrent]);
  if (!subscription) return null;
  const { streams: inStreams, topics: inTopics } = counts.value;
  const known = topicsNamed(id, isMatch ? '' : sought);
  return (
    <li class="stream" style={{ '--stream': subscription.color }}>
      <div class="stream-line">
        <a
          href={fragmentOf(ofStream(id))}
          class={`nav-row ${subscription.is_muted ? 'is-muted' : ''}`}
          aria-current={isShown(ofStream(id)) ? 'page' : undefined}
        >
          {subscription.invite_only ? <Icon name="lock" /> : <span class="hash">#</span>}
          <span class="words">{subscription.name}</span>
          {subscription.is_muted && <Muted />}
          <Count count={inStreams.get(id) ?? 0} />
        </a>
        <button
          type="button"
          class="unfold"
          aria-expanded={isOpen}
          aria-label={`Topics of ${subscription.name}`}
          onClick={setTo(unfolded, !isOpen)}
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
              <button type="button" class="more" onClick={setTo(limit, limit.value + 30)}>
                {known.length - limit.value} more {known.length - limit.value === 1 ? 'topic' : 'topics'}
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}
