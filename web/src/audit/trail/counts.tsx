/** A bar chart of the number of events over time. A bar can be chosen. */
import { useSignal } from '@preact/signals';
import type { Api } from 'verbatim/client';
import { setTo } from '../../view/fields.tsx';
import { momentWords } from '../shared/words.ts';

export type Bucket = Api['GET /audit/events/counts']['answer']['buckets'][number];

const isChange = (action: string): boolean => /^message\.(edited|deleted|moved)/.test(action);
const sum = (counts: Bucket['counts'], of: (action: string) => boolean): number =>
  Object.entries(counts).reduce((all, [action, count]) => (of(action) ? all + count : all), 0);

/** The most frequent actions of a bucket. */
const most = ({ counts }: Bucket): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([action, count]) => `${count} ${action}`)
    .join(', ');

export function Counts(props: {
  readonly buckets: readonly Bucket[];
  readonly isComplete: boolean;
  /** `isFirst`: the first bucket begins where the search begins. */
  readonly choose: (bucket: Bucket, isFirst: boolean) => void;
}) {
  const { buckets, choose } = props;
  const reached = useSignal(0);
  const all = buckets.map(({ counts }) => sum(counts, () => true));
  const largest = Math.max(1, ...all);
  const total = all.reduce((a, b) => a + b, 0);
  if (buckets.length === 0) return null;
  return (
    <figure class="counts">
      <figcaption>
        <b>
          {total.toLocaleString()}
          {props.isComplete ? '' : '+'} events
        </b>{' '}
        from {momentWords(buckets[0]?.since ?? null)} to {momentWords(buckets.at(-1)?.until ?? null)}
        <span class="key-of-changes"> edited, moved or deleted messages</span>
      </figcaption>
      <div
        class="bars"
        role="toolbar"
        aria-label="Periods: choose one to see its events"
        onKeyDown={(event) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          reached.value = Math.min(buckets.length - 1, Math.max(0, reached.value + step));
          const { children } = event.currentTarget;
          (children[reached.value] as HTMLElement | undefined)?.focus();
        }}
      >
        {buckets.map((bucket, index) => {
          const count = all[index] ?? 0;
          const changes = sum(bucket.counts, isChange);
          const words = `${momentWords(bucket.since)} to ${momentWords(bucket.until)}: ${count === 0 ? 'no events' : `${count} events, ${most(bucket)}`}`;
          return (
            <button
              key={index}
              type="button"
              tabIndex={index === reached.value ? 0 : -1}
              aria-label={words}
              title={words}
              onFocus={setTo(reached, index)}
              onClick={() => choose(bucket, index === 0)}
            >
              <span style={{ height: `${(100 * count) / largest}%` }}>
                <span style={{ height: `${count === 0 ? 0 : (100 * changes) / count}%` }} />
              </span>
            </button>
          );
        })}
      </div>
    </figure>
  );
}
