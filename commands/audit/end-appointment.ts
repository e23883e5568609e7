/** The service itself ends the appointment of an account that may no longer be an auditor. */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { lapseOf } from '../../src/state/audit.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const endAppointment = defineCommand({
  name: 'end-appointment',
  input: z.object({ userId: UserId }),
  refusals: [],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { userId }, { realmId }) {
    const cause = lapseOf(state, userId);
    const events: DomainEvent[] = cause ? [{ type: 'AuditorDismissed', data: { userId, why: { cause } } }] : [];
    return accept([{ stream: logStream.audit(realmId), events }], {});
  },
});
