/** The edits that are neither saved nor cancelled, by message. They are kept until the tab is closed, through reloads too. */
import { effect, type Signal, signal } from '@preact/signals';
import { keepInTab, keptInTab } from '../api/session.ts';

type Reach = 'change_one' | 'change_later' | 'change_all';

export type Edit = {
  /** The text before the edit; undefined until it is fetched. */
  readonly written: Signal<string | undefined>;
  readonly text: Signal<string>;
  /** Undefined until it is changed: somebody else may move the message meanwhile. */
  readonly topic: Signal<string | undefined>;
  readonly reach: Signal<Reach>;
};

type Kept = readonly [id: number, written: string, text: string, topic: string | null, reach: Reach];

const stored = 'verbatim.edits';
const keptMax = 50;

const edits = signal<ReadonlyMap<number, Edit>>(
  new Map(
    keptInTab<Kept>(stored).map(([id, written, text, topic, reach]) => [
      id,
      { written: signal(written), text: signal(text), topic: signal(topic ?? undefined), reach: signal(reach) },
    ]),
  ),
);

export function editOf(id: number): Edit {
  const begun = edits.peek().get(id);
  if (begun) return begun;
  const made: Edit = {
    written: signal(undefined),
    text: signal(''),
    topic: signal(undefined),
    reach: signal('change_one'),
  };
  edits.value = new Map(edits.peek()).set(id, made);
  return made;
}

export function endEdits(ids: readonly number[]): void {
  const ended = new Set(ids);
  edits.value = new Map([...edits.peek()].filter(([id]) => !ended.has(id)));
}

const isUnsaved = ({ written, text, topic }: Edit): boolean =>
  written.value !== undefined && (text.value !== written.value || topic.value !== undefined);

/** Whether the visitor has changed the message in a form, and has neither saved nor cancelled it. */
export function hasUnsaved(id: number): boolean {
  const edit = edits.value.get(id);
  return edit !== undefined && isUnsaved(edit);
}

effect(() =>
  keepInTab(
    stored,
    [...edits.value]
      .filter(([, edit]) => isUnsaved(edit))
      .slice(-keptMax)
      .map(([id, { written, text, topic, reach }]) => [
        id,
        written.value,
        text.value,
        topic.value ?? null,
        reach.value,
      ]),
  ),
);
