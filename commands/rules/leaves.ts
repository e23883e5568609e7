/** What the log keeps of an event that a deletion erases. */
import type { Context } from '../../src/define/command.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import type { LedgerLeaf } from '../../src/vocabulary/events/message.ts';

export const leafOf = (event: Recorded, commitmentOf: Context['commitmentOf']): LedgerLeaf => ({
  eventId: event.id,
  kind: event.kind,
  type: event.type,
  at: event.metadata.at,
  actor: event.metadata.actor,
  commitment: commitmentOf(event).commitment,
});
