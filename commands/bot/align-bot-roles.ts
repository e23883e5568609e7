/**
 * Makes the bots of guests guests. Earlier versions did not change the bots of an owner who became a guest, and such an organization may
 * have been imported since. The bots keep the messages that they have received until now.
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
