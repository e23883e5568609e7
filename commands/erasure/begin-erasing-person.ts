/**
 * Records which data of a person will be erased next. These are their scheduled messages or, after their messages, their name, address,
 * profile and texts about themselves. Nothing is erased of a custodian of a legal hold, or of a person who is active again.
 */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { isActive } from '../../src/state/directory.ts';
import { holdsOnPerson } from '../../src/state/holds.ts';
import { ErasureId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const beginErasingPerson = defineCommand({
  name: 'begin-erasing-person',
  input: z.object({ erasureId: ErasureId, userId: UserId, what: z.enum(['scheduled', 'person']) }),
  refusals: [],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide({ directory, erasures, holds }, { erasureId, userId, what }, { realmId }) {
    const erasure = erasures.byId.get(erasureId);
    if (what === 'scheduled' ? erasure?.ofScheduled : erasure?.ofPerson) return accept([], { held: false });
    if (isActive(directory, userId) || holdsOnPerson(holds, userId).length > 0) return accept([], { held: true });
    const erased = what === 'scheduled' ? { scheduledOf: userId } : { userId };
    const data = { erasureId, messageIds: [], events: 0, bytes: 0, ...erased };
    return acceptEvent(logStream.audit(realmId), { type: 'ContentErased', data } as const, {
      held: false,
    });
  },
});
