/**
 * The read model `latestChanges`: the newest event that changed a read model of an organization. It exists for read models that rarely
 * change and are read completely. A process keeps such documents in memory while that event is the same (`src/queries/cached-documents.ts`).
 */
import { defineProjection, type Handler, type Projection } from '../src/define/projection.ts';
import type { EventType } from '../src/vocabulary/events/index.ts';
import { channels } from './channels.ts';
import { users } from './users.ts';

export type LatestChange = { readonly realmId: number; readonly eventId: string };

export const latestChangeId = (realmId: number, model: string): string => `${realmId}.${model}`;

const watched: readonly Projection<object>[] = [users, channels];

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
