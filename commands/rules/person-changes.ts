/** Limits how often a person's name, avatar, time zone and profile may change, because their erasure names all changes in one event. */
import type { Actor } from '../../src/define/command.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';

/**
 * Refuses events beyond the limit of the person's log stream. The service itself is not limited, because it removes an avatar before an
 * erasure.
 */
export function personChangesRefusal(
  { revisions, realmId }: RealmState,
  userId: UserId,
  events: readonly DomainEvent[],
  actor: Actor,
): Refusal<'person-changed-too-often'> | undefined {
  if (events.length === 0 || actor === null) return undefined;
  const changes = revisions.get(logStream.person(realmId, userId)) ?? 0;
  return changes + events.length > limits.personChangesMax
    ? { code: 'person-changed-too-often', max: limits.personChangesMax }
    : undefined;
}
