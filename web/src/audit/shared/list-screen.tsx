import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Trouble } from '../../view/fields.tsx';
import { hasReason, ReasonBar } from '../reason.tsx';
import { useAttempt } from './attempt.ts';
import { More, type Pages } from './pages.tsx';

type ListWork = ReturnType<typeof useAttempt> & {
  /** Whether a button may be pressed: there is a reason, and nothing else is being done. */
  readonly isReady: boolean;
  /** Says what was done last. */
  readonly notice: Signal<string>;
};

/** The state of a list screen, which the screen's own buttons share. */
export function useListWork(): ListWork {
  const notice = useSignal('');
  const work = useAttempt();
  return { ...work, isReady: hasReason.value && !work.isBusy.value, notice };
}

/** A screen with a list that is fetched on request, with a reason, and hidden when the reason is removed. */
export function ListScreen<T>(props: {
  readonly title: string;
  readonly lead: ComponentChildren;
  /** The label of the button that fetches the list. */
  readonly show: string;
  /** Shown in place of an empty list. */
  readonly empty: string;
  readonly pages: Pages<T>;
  readonly work: ListWork;
  /** Shows the list. */
  readonly children: (rows: readonly T[]) => ComponentChildren;
  /** Shown below the list. */
  readonly below: ComponentChildren;
}) {
  const { title, lead, show, empty, pages, work, children, below } = props;
  const { attempt, trouble, isReady, notice } = work;
  const { value: rows } = pages.rows;
  useEffect(() => {
    if (!hasReason.value) pages.hide();
  }, [hasReason.value]);
  return (
    <section class="screen" aria-label={title}>
      <h2>{title}</h2>
      <p class="lead">{lead}</p>
      <ReasonBar />
      <Trouble words={trouble.value} />
      <p role="status">{notice.value}</p>
      {rows === undefined ? (
        <button type="button" class="primary" aria-disabled={!isReady} onClick={() => void attempt(() => pages.load())}>
          {show}
        </button>
      ) : (
        <>
          {children(rows)}
          {rows.length === 0 && <p class="empty">{empty}</p>}
          <More pages={pages} attempt={attempt} />
          {below}
        </>
      )}
    </section>
  );
}
