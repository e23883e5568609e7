import type { ReadView } from '../../../ports/read-store.ts';
import type { TimeRange } from '../../../queries/trail/counts.ts';
import type { Moment, TrailFilter } from '../../../queries/trail/filter.ts';
import { momentIn } from '../../../queries/trail/moment.ts';
import { documentAt } from '../../../queries/trail/select.ts';
import type { Millis, RealmId } from '../../../vocabulary/ids.ts';

/** Consecutive time ranges of equal length. Without bounds in the filter, they begin at the first event and end now. */
export async function timeRangesOf(
  view: ReadView,
  realmId: RealmId,
  { since, until }: TrailFilter,
  count: number,
  now: Millis,
): Promise<readonly TimeRange[]> {
  const first = since ?? { position: 0, at: (await documentAt(view, realmId, 0))?.at ?? now };
  const last = until ?? { position: view.checkpoint.position, at: now };
  if (last.at < first.at) return [];
  const edges: Moment[] = [first];
  for (let edge = 1; edge < count; edge += 1) {
    const at = Math.floor(first.at + ((last.at - first.at) * edge) / count);
    edges.push((await momentIn(view, realmId, { kind: 'time', at })) ?? last);
  }
  edges.push(last);
  return edges.slice(1).map((edge, index) => ({ since: edges[index] ?? first, until: edge }));
}
