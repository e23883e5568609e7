/** Shows a period of history event by event, with the changed documents and the client events of each. */
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { goToAddress } from '../../api/looking.ts';
import { Button, LabelledInput, Trouble } from '../../view/fields.tsx';
import { NamedField } from '../../view/named-field.tsx';
import { hasReason, ReasonBar, reason } from '../reason.tsx';
import { useAttempt } from '../shared/attempt.ts';
import { localTime, timeSent } from '../shared/local-time.ts';
import { peopleByName } from '../shared/people.ts';
import { saveAs } from '../shared/save-as.ts';
import { actorWords, objectWords, shortTime } from '../shared/words.ts';
import { loadActions, sayAction } from '../trail/vocabulary.ts';
import { downloadExport, exportName } from './export.ts';
import { StepDetail } from './step-detail.tsx';
import { keptMax, type Step, Steps } from './steps.ts';
import { addressOfStretch, commandOf, type Stretch, stretchIn } from './stretch.ts';

type Found = { readonly steps: Steps; readonly of: string };

const keyOf = ({ from, until }: Stretch): string => `${from ?? ''} ${until ?? ''}`;

export function ReplayScreen({ part }: { readonly part: string | undefined }) {
  const stretch = stretchIn(part);
  const found = useSignal<Found | undefined>(undefined);
  const { trouble, isBusy, attempt } = useAttempt();
  useEffect(() => {
    void attempt(loadActions);
  }, []);
  const begin = (asked: Stretch): void => {
    const steps = new Steps(asked);
    goToAddress(addressOfStretch(asked));
    void attempt(async () => {
      await (asked.event ? steps.upTo(asked.event) : steps.more());
      found.value = { steps, of: keyOf(asked) };
    });
  };
  const shown = found.value?.of === keyOf(stretch) ? found.value.steps : undefined;
  return (
    <section class="screen replay" aria-label="Replay">
      <h2>Replay</h2>
      <p class="lead">
        Shows a period of history one event at a time, with the documents of read models that each event changed and the
        client events that it caused.
      </p>
      <ReasonBar />
      <StretchForm
        key={`${keyOf(stretch)} ${stretch.user ?? ''}`}
        stretch={stretch}
        begin={begin}
        isReady={hasReason.value && !isBusy.value}
      />
      <Trouble words={trouble.value} />
      {shown && <Lab steps={shown} stretch={stretch} attempt={attempt} isBusy={isBusy.value} />}
    </section>
  );
}

function StretchForm(props: {
  readonly stretch: Stretch;
  readonly begin: (stretch: Stretch) => void;
  readonly isReady: boolean;
}) {
  const { stretch } = props;
  const from = useSignal(localTime(stretch.from));
  const until = useSignal(localTime(stretch.until));
  const user = useSignal(stretch.user ?? '');
  return (
    <form
      class="filters"
      aria-label="Period to step through"
      onSubmit={() => {
        const times = { from: timeSent(from.value, stretch.from), until: timeSent(until.value, stretch.until) };
        const isSame = times.from === (stretch.from ?? '') && times.until === (stretch.until ?? '');
        props.begin({ ...times, user: user.value, ...(isSame && stretch.event && { event: stretch.event }) });
      }}
    >
      <LabelledInput label="After" type="datetime-local" step="1" text={from} />
      <LabelledInput label="Up to" type="datetime-local" step="1" text={until} />
      <NamedField label="Show also the client events of this person" chosen={user} options={peopleByName.value} />
      <p class="acts-line">
        <Button label="Step through it" type="submit" class="primary" aria-disabled={!props.isReady} />{' '}
        {!hasReason.value && <small>Give a reason first.</small>}
      </p>
    </form>
  );
}

function Lab(props: {
  readonly steps: Steps;
  readonly stretch: Stretch;
  readonly attempt: (what: () => Promise<unknown>) => Promise<boolean>;
  readonly isBusy: boolean;
}) {
  const { steps, stretch, attempt } = props;
  const rows = steps.rows.value;
  const at = Math.max(
    0,
    rows.findIndex(({ event }) => event.id === stretch.event),
  );
  const list = useRef<HTMLOListElement>(null);
  const notice = useSignal('');
  const shown = rows[at];
  const show = ({ event }: Step): void => {
    goToAddress(addressOfStretch({ ...stretch, event: event.id }));
  };
  const go = async (by: number): Promise<void> => {
    if (at + by >= rows.length && steps.hasMore.value && !(await attempt(() => steps.more()))) return;
    const next = steps.rows.value[at + by];
    if (next) show(next);
  };
  // With the event that is shown. Later it would take the focus from what the visitor does next, and move it.
  useLayoutEffect(() => {
    const row = list.current?.children[at];
    row?.scrollIntoView({ block: 'nearest' });
    if (list.current?.contains(document.activeElement)) row?.querySelector('button')?.focus();
  }, [at]);
  if (!shown) return <p class="empty">There are no events in this period.</p>;
  return (
    <>
      <div class="acts-line step-acts">
        <Button label="Previous" class="step" aria-disabled={at === 0} onClick={() => void go(-1)} />
        <Button
          label="Next"
          class="step"
          aria-disabled={props.isBusy || (at === rows.length - 1 && !steps.hasMore.value)}
          onClick={() => void go(1)}
        />
        <span>
          {at + 1} of {rows.length}
          {steps.hasMore.value ? '+' : ''}
        </span>
        <Button label="Download these steps" onClick={() => saveAs('steps.ndjson', inLines(rows))} />
        {rows.length >= keptMax && <small>Only the first {keptMax} events are shown: start later to see more.</small>}
      </div>
      <div class="steps">
        <ol
          ref={list}
          aria-label="Events, oldest first"
          onKeyDown={(event) => {
            const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            void go(by);
          }}
        >
          {rows.map((step, index) => (
            <li key={step.event.id}>
              <button
                type="button"
                aria-current={index === at ? 'step' : undefined}
                tabIndex={index === at ? 0 : -1}
                onClick={() => show(step)}
              >
                <time dateTime={step.event.at}>{shortTime(step.event.at)}</time>
                <b>{actorWords(step.event)}</b> {sayAction(step.event.action)}
                <small>{objectWords(step.event)}</small>
              </button>
            </li>
          ))}
          {steps.hasMore.value && (
            <li>
              <Button
                label="More events"
                aria-disabled={props.isBusy}
                onClick={() => void attempt(() => steps.more())}
              />
            </li>
          )}
        </ol>
        <StepDetail step={shown} user={stretch.user} since={rows[at - 1]?.event.id ?? (stretch.from || undefined)} />
      </div>
      <p class="hint">
        The same on the command line: <code>{commandOf(stretch, { reason: reason.value })}</code>
      </p>
      <p class="hint">
        <Button
          label="Download the history"
          aria-disabled={props.isBusy || !hasReason.value}
          onClick={() =>
            void attempt(async () => {
              notice.value = await downloadExport(stretch);
            })
          }
        />{' '}
        up to here, and step through it on any computer: <code>{commandOf(stretch, { export: exportName })}</code>{' '}
        <span role="status">{notice.value}</span>
      </p>
    </>
  );
}

/** One step per line. */
const inLines = (rows: readonly Step[]): Blob =>
  new Blob(
    rows.map((step) => `${JSON.stringify(step)}\n`),
    { type: 'application/x-ndjson' },
  );
