/** The reader of a narrow, with the data that the narrow needs: memberships, and what they have read or starred. */
import type { ReadView } from '../../ports/read-store.ts';
import type { RealmId, UserId } from '../../vocabulary/ids.ts';
import { flaggedBy, noMarks, readBy } from '../marks.ts';
import { type MarkedViewer, viewerOf } from '../visibility.ts';
import type { Resolved, Subject } from './condition.ts';
import { channelsConcerned } from './plan.ts';

/** Throws `Refused` (`user-missing`). */
export async function viewing(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  resolved: Resolved,
): Promise<MarkedViewer> {
  const asksFor = (kind: Subject['kind']): boolean => resolved.conditions.some((condition) => condition.kind === kind);
  const concerned = channelsConcerned(resolved);
  const viewer = await viewerOf(view, realmId, userId, concerned);
  const read = asksFor('unread') ? await readBy(view, viewer, concerned) : noMarks.read;
  const starred = asksFor('starred') ? new Set(await flaggedBy(view, viewer, 'starred')) : noMarks.starred;
  return { ...viewer, marks: { ...noMarks, read, starred } };
}
