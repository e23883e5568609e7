/**
 * Makes guests of the bots of guests. Owners became guests before that was a rule, on this log or on one from which it was imported; what their bots
 * read until then stays as it was.
 */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { botsAboveOwners } from '../../src/state/directory.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { guest } from '../../src/vocabulary/roles.ts';
import { defineCommand } from '../define-command.ts';

export const alignBotRoles = defineCommand({
  name: 'align-bot-roles',
  summary: 'Make guests of the bots of guests',
  input: z.object({}),
  refusals: [],
  stream: (_input, realmId) => logStream.directory(realmId),
  decide({ directory }, _input, { realmId }) {
    const events = botsAboveOwners(directory).map(
      ({ userId, role: previousRole }): DomainEvent => ({
        type: 'UserRoleChanged',
        data: { userId, role: guest, previousRole },
      }),
    );
    return accept([{ stream: logStream.directory(realmId), events }], {});
  },
});
