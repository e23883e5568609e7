/** Makes another secret the current one. Keys that are derived from the present secret stay valid until it is ended. */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineServerCommand } from '../define-command.ts';

const Fingerprint = z.string().max(100);

export const replaceSecret = defineServerCommand({
  name: 'replace-secret',
  /** `present`: the secret in use, for a log that does not name it yet. */
  input: z.object({ fingerprint: Fingerprint, present: Fingerprint }),
  refusals: ['secret-being-replaced', 'secret-used-before'],
  stream: () => logStream.secret(),
  decide({ secrets }, { fingerprint, present }) {
    const { current: previous = present, former, ended } = secrets;
    if (previous === fingerprint) return accept([], {});
    if (former !== undefined) return refuse({ code: 'secret-being-replaced' });
    if (ended.includes(fingerprint)) return refuse({ code: 'secret-used-before' });
    const event = { type: 'SecretReplaced', data: { fingerprint, previous } } as const;
    return acceptEvent(logStream.secret(), event);
  },
});
