/** What single events did, from where a past stands on: as many as fit into one answer. */

import type { EventReader } from '../queries/trail/names.ts';
import { Records } from '../queries/trail/records.ts';
import { documentOf } from '../queries/trail/select.ts';
import type { Past, Step } from '../replay/past.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { stepBytesMax, stepsBytesMax, stepsSecsMax } from '../vocabulary/limits.ts';
import { isRecorded } from '../vocabulary/recorded-kinds.ts';
import type { StepRow } from '../wire/replay.ts';
import { withoutSecrets } from './without-secrets.ts';

/** `position`: where the past stands now. `next`: where to go on; undefined at the end. */
export type Steps = {
  readonly steps: readonly StepRow[];
  readonly position: number;
  readonly next: number | undefined;
};

type Order = {
  readonly realmId: RealmId;
  readonly events: EventReader;
  /** Steps end here. */
  readonly end: number;
  readonly limit: number;
  /** Tests make them small. */
  readonly sizes?: { readonly step: number; readonly steps: number; readonly millis: number };
};

const usualSizes = { step: stepBytesMax, steps: stepsBytesMax, millis: stepsSecsMax * 1000 };

/** Only what is recorded is a step: sealing, claims of policies and the like are folded between two. */
const isShown = ({ kind, type }: Recorded): boolean => isRecorded(kind, type);

/** The past goes forward by these steps. */
export async function stepsOf(past: Past, order: Order): Promise<Steps> {
  const { end, limit, sizes = usualSizes } = order;
  const steps: StepRow[] = [];
  const began = performance.now();
  for (let length = 0; steps.length < limit; ) {
    const step = await past.step(end, { isWanted: isShown });
    if (!step) return { steps, position: past.position, next: undefined };
    const row = await rowOf(past, step, order);
    steps.push(row);
    length += JSON.stringify(row).length;
    if (length >= sizes.steps || performance.now() - began >= sizes.millis) break;
  }
  return { steps, position: past.position, next: past.position };
}

async function rowOf(past: Past, step: Step, { realmId, events, sizes = usualSizes }: Order): Promise<StepRow> {
  const event = await past.read(async (view) => {
    const document = await documentOf(view, realmId, step.event.id);
    if (!document) throw new Error(`the trail has no ${step.event.type} ${step.event.id}`);
    return new Records(view, realmId, { events, content: true }).of(document);
  });
  const changes = fitting(
    step.changes.map(({ model, id, before = null, after = null }) => ({
      ...{ model, id },
      before: withoutSecrets(before),
      after: withoutSecrets(after),
    })),
    sizes.step,
  );
  const clientEvents = step.clientEvents.map(({ type, scope, body }) => ({ type, scope, body: withoutSecrets(body) }));
  const told = fitting(clientEvents, sizes.step);
  return {
    event,
    changes: changes.shown as StepRow['changes'],
    more_changes: changes.more,
    client_events: told.shown as unknown as StepRow['client_events'],
    more_client_events: told.more,
  };
}

/** The first ones, as many as fit. */
function fitting<T>(items: readonly T[], lengthMax: number): { readonly shown: readonly T[]; readonly more: number } {
  let length = 0;
  const end = items.findIndex((item) => {
    length += JSON.stringify(item).length;
    return length > lengthMax;
  });
  const shown = end < 0 ? items : items.slice(0, end);
  return { shown, more: items.length - shown.length };
}
