/**
 * The read model `latestChanges`, for read models that are read completely and change rarely. It has the newest event that changed their
 * documents in an organization. While that event is the same, the documents are too, so that a process need not read them again
 * (`src/queries/kept-documents.ts`).
 */
import { defineProjection, type Handler, type Projection } from '../src/define/projection.ts';
import type { EventType } from '../src/vocabulary/events/index.ts';
import { channels } from './channels.ts';
import { users } from './users.ts';

export type LatestChange = { readonly realmId: number; readonly eventId: string };

export const latestChangeId = (realmId: number, model: string): string => `${realmId}.${model}`;

const watched: readonly Projection<object>[] = [users, channels];

/** The newest event replaces any earlier one, so that nothing has to be read. */
function noted(models: readonly string[]): Handler<LatestChange, EventType> {
  return {
    apply: ({ realmId, id }) =>
      models.map((model) => ({
        op: 'put',
        id: latestChangeId(realmId, model),
        document: { realmId, eventId: id },
      })),
  };
}

const handled = new Map<string, string[]>();
for (const { name, on } of watched)
  for (const type of Object.keys(on)) handled.set(type, [...(handled.get(type) ?? []), name]);

export const latestChanges = defineProjection<LatestChange>({
  name: 'latestChanges',
  version: 1,
  indexes: {},
  on: Object.fromEntries([...handled].map(([type, models]) => [type, noted(models)])),
});
