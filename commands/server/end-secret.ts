/** Ends the former secret: keys that are derived from it are invalid from now on. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineServerCommand } from '../define-command.ts';

export const endSecret = defineServerCommand({
  name: 'end-secret',
  input: z.object({}),
  refusals: ['secret-not-being-replaced'],
  stream: () => logStream.secret(),
  decide({ secrets: { former } }) {
    if (former === undefined) return refuse({ code: 'secret-not-being-replaced' });
    return acceptEvent(logStream.secret(), { type: 'SecretEnded', data: { fingerprint: former } });
  },
});
