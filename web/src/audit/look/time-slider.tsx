/** A slider from the beginning of the organization to now, with marks. A moment is chosen when the slider has rested for a short time. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Api } from 'verbatim/client';
import { liveClient } from '../../api/connection.ts';
import { wholeTime } from '../shared/words.ts';
import { marked, marksInWords, marksOf } from './marks.ts';

type Buckets = Api['GET /audit/events/counts']['answer']['buckets'];

const stretches = 200;
const stillMs = 350;

export function TimeSlider(props: {
  /** The moment that is shown. */
  readonly at: string | undefined;
  readonly reason: string;
  readonly choose: (time: Date) => unknown;
}) {
  const buckets = useSignal<Buckets>([]);
  const held = useSignal<number | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    const asked = { action: JSON.stringify(marked), buckets: stretches, reason: props.reason };
    // The slider works without marks. An error is shown when a moment is asked for.
    liveClient.value.get('/audit/events/counts', asked).then(
      (answer) => {
        buckets.value = answer.buckets;
      },
      () => undefined,
    );
    return () => clearTimeout(timer.current);
  }, [props.reason]);
  useEffect(() => {
    held.value = undefined;
  }, [props.at]);

  const { at } = props;
  const from = Date.parse(buckets.value[0]?.since ?? '');
  const to = Date.parse(buckets.value.at(-1)?.until ?? '');
  if (at === undefined || Number.isNaN(from) || Number.isNaN(to)) return <div class="time-slider" />;
  const value = held.value ?? Math.min(to, Math.max(from, Date.parse(at)));
  const words = wholeTime(new Date(value).toISOString());
  return (
    <div class="time-slider">
      <div class="slider-marks" aria-hidden="true">
        {marksOf(buckets.value).map(({ part, kind }) => (
          <span key={part} class={`mark-of-${kind}`} style={{ left: `${100 * part}%` }} />
        ))}
      </div>
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={words}
        min={from}
        max={to}
        step={Math.max(1, Math.round((to - from) / 1000))}
        value={value}
        onInput={({ currentTarget }) => {
          held.value = Number(currentTarget.value);
          clearTimeout(timer.current);
        }}
        onChange={({ currentTarget }) => {
          clearTimeout(timer.current);
          const chosen = new Date(Number(currentTarget.value));
          timer.current = setTimeout(() => props.choose(chosen), stillMs);
        }}
      />
      <p class="slider-words">
        <span>{held.value === undefined ? wholeTime(new Date(from).toISOString()) : `to ${words}`}</span>
        <span>{marksInWords(buckets.value)}</span>
        <span>now</span>
      </p>
    </div>
  );
}
