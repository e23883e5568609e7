/** Leaves a read model behind for an organization, at the position before a batch that the model can never store. */
import { positionOfId } from '../../feed/event-ids.ts';
import { feedModel } from '../../feed/model.ts';
import type { Checkpoint, DocumentRefused } from '../../ports/read-store.ts';
import type { Followed } from '../follow/follower.ts';

/**
 * The checkpoint with the model left behind for the organization of the document. Undefined if no event of the batch explains the document.
 * `batch`: the events from which the document was made.
 */
export function leftBehind(
  checkpoint: Checkpoint,
  batch: readonly Followed[],
  { model, id }: Pick<DocumentRefused, 'model' | 'id'>,
): Checkpoint | undefined {
  const realmId = realmOf(model, id, batch);
  const first = batch.find(({ event }) => event.realmId === realmId);
  const known = checkpoint.models[model];
  if (!first || !known || known.behind?.[realmId] !== undefined) return undefined;
  const behind = { ...known.behind, [realmId]: first.event.position };
  return { ...checkpoint, models: { ...checkpoint.models, [model]: { ...known, behind } } };
}

/** The ids of most documents begin with the organization's id. Ids in the feed are positions in the log. */
function realmOf(model: string, id: string, batch: readonly Followed[]): number {
  if (model !== feedModel.name) return Number(id.split('.', 1)[0]);
  const position = positionOfId(Number(id));
  return batch.find(({ event }) => event.position === position)?.event.realmId ?? Number.NaN;
}
