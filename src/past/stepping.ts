/** The changes that each event after the current position of a past made, for as many events as fit into one answer. */
import type { Steps } from '../http/past/pasts.ts';
import type { EventReader } from '../queries/trail/names.ts';
import { recordsIn } from '../queries/trail/records.ts';
import { documentOf } from '../queries/trail/select.ts';
import type { Past, Step } from '../replay/past.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { isRecorded } from '../vocabulary/recorded-kinds.ts';
import type { StepChangeRow, StepClientEventRow, StepRow } from '../wire/replay.ts';
import { withoutSecrets } from './without-secrets.ts';

/** `position`: the current position of the past. */
export type Stepped = Steps & { readonly position: number };

type Order = {
  readonly realmId: RealmId;
  readonly events: EventReader;
  /** The last position of the steps. */
  readonly end: number;
  readonly limit: number;
  /** Absent: the usual limits. Tests make them small. */
  readonly sizes?: { readonly step: number; readonly steps: number; readonly millis: number };
};

const usualSizes = { step: limits.stepBytesMax, steps: limits.stepsBytesMax, millis: limits.stepsSecsMax * 1000 };

/** Only recorded events are steps. Seals, claims of policies and the like are folded between two steps. */
const isShown = ({ kind, type }: Recorded): boolean => isRecorded(kind, type);

/** Advances the past, and returns a row for each step. */
export async function stepsOf(past: Past, order: Order): Promise<Stepped> {
  const { end, limit, sizes = usualSizes } = order;
  const steps: StepRow[] = [];
  const began = performance.now();
  for (let length = 0; steps.length < limit; ) {
    const step = await past.step(end, { isWanted: isShown });
    if (!step) return { steps, position: past.position, next: undefined };
    const { row, length: own } = await rowOf(past, step, order);
    steps.push(row);
    length += own;
    if (length >= sizes.steps || performance.now() - began >= sizes.millis) break;
  }
  return { steps, position: past.position, next: past.position };
}

/** `length`: the number of characters of the row as JSON. */
async function rowOf(
  past: Past,
  step: Step,
  { realmId, events, sizes = usualSizes }: Order,
): Promise<{ readonly row: StepRow; readonly length: number }> {
  const event = await past.read(async (view) => {
    const document = await documentOf(view, realmId, step.event.id);
    if (!document) throw new Error(`the trail has no ${step.event.type} ${step.event.id}`);
    return recordsIn(view, realmId, { events, content: true }).of(document);
  });
  const changes = fitting(step.changes, sizes.step, ({ model, id, before = null, after = null }) => {
    const documents = { before: withoutSecrets(before), after: withoutSecrets(after) };
    return { model, id, ...documents } as StepChangeRow;
  });
  const clientEvents = fitting(
    step.clientEvents,
    sizes.step,
    ({ type, scope, body }) => ({ type, scope, body: withoutSecrets(body) }) as StepClientEventRow,
  );
  return {
    row: {
      event,
      changes: changes.shown,
      more_changes: changes.more,
      client_events: clientEvents.shown,
      more_client_events: clientEvents.more,
    },
    length: JSON.stringify(event).length + changes.length + clientEvents.length,
  };
}

/** The first items in the form in which they are shown, as many as fit. */
function fitting<T, R>(items: readonly T[], lengthMax: number, show: (item: T) => R) {
  const shown: R[] = [];
  let length = 0;
  for (const item of items) {
    const one = show(item);
    const own = JSON.stringify(one).length;
    if (length + own > lengthMax) break;
    length += own;
    shown.push(one);
  }
  return { shown, more: items.length - shown.length, length };
}
