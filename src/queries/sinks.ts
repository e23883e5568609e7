/** Push sinks in the form that the API shows, with the number of events that each has not received yet. */
import { isErased } from '../../projections/trail.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { EventType } from '../vocabulary/events/index.ts';
import type { SinkFormat, SinkProgress } from '../vocabulary/events/sinks.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { iso } from '../vocabulary/iso.ts';
import { limits } from '../vocabulary/limits.ts';
import { actionsNamed } from '../vocabulary/trail/table.ts';
import type { SinkRow } from '../wire/sink.ts';
import { type Selected, trailPage } from './trail/select.ts';

/** A sink in the form of the state. */
type Shown = {
  readonly sinkId: number;
  readonly url: string;
  readonly actions: readonly string[] | null;
  readonly format: SinkFormat;
  readonly enabled: boolean;
  readonly gone: boolean;
  readonly addedBy: number | null;
  readonly addedAt: number;
  readonly progress: SinkProgress;
};

const end = Number.MAX_SAFE_INTEGER;
/** The types of events that a sink gets; undefined for all. */
export const eventsFor = ({ actions }: Pick<Shown, 'actions'>): EventType[] | undefined =>
  actions === null ? undefined : actions.flatMap((name) => actionsNamed(name).map(({ event }) => event));

/** The events for the sink after the place `from`, up to `position`, but at most `limit`. */
export async function eventsAfter(
  view: ReadView,
  realmId: RealmId,
  sink: Pick<Shown, 'actions'>,
  from: SinkProgress['upTo'],
  { position = end, limit = limits.sinkBatchEventsMax },
): Promise<readonly Selected[]> {
  const filter = { events: eventsFor(sink), until: { position, at: end } };
  return (await trailPage(view, realmId, filter, { direction: 'ascending', limit, from })).found;
}

/** `now`: a sink whose pause has ended counts as sending again. */
export async function sinkRow(view: ReadView, realmId: RealmId, sink: Shown, now: number): Promise<SinkRow> {
  const { sequence, upTo, failures, lastError, restsUntil } = sink.progress;
  const behind = await eventsAfter(view, realmId, sink, upTo, { limit: limits.sinkLagMax });
  const [first] = behind;
  const rests = restsUntil > now;
  return {
    id: sink.sinkId,
    url: sink.url,
    actions: sink.actions,
    format: sink.format,
    enabled: sink.enabled,
    state: sink.enabled ? (rests ? 'resting' : 'sending') : sink.gone ? 'gone' : 'disabled',
    sequence,
    position: upTo.position,
    lag: {
      events: behind.length,
      since: first ? iso(isErased(first) ? first.erasedAt : first.at) : null,
    },
    failures,
    last_error: lastError,
    resting_until: rests ? iso(restsUntil) : null,
    added_by: sink.addedBy,
    added_at: iso(sink.addedAt),
  };
}
