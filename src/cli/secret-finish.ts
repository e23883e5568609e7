import { z } from 'zod';
import { endSecret } from '../../commands/server/end-secret.ts';
import { fingerprintOf } from '../engine/secrets.ts';
import { settleSecretFiles } from './secret.ts';
import { carryOver } from './secret-replace.ts';
import { defineTask } from './subcommand.ts';

export const secretFinish = defineTask({
  name: 'secret finish',
  summary: 'End the former secret: keys that are derived from it stop working at once',
  input: z.object({}),
  async perform({ services }) {
    const { secrets, state, config } = services;
    // Includes accounts from a process that did not know of the replacement yet.
    await carryOver(services);
    const ended = state.secrets.former;
    await services.runOnServer(endSecret, {});
    const isInFile = await settleSecretFiles(config, (secret) => fingerprintOf(secret) === secrets.ownFingerprint);
    const todo =
      'set VERBATIM_SECRET to VERBATIM_SECRET_NEXT in every process, and remove the latter, before the next start';
    return [`secret=${secrets.ownFingerprint}`, `ended_secret=${ended}`, ...(isInFile ? [] : [`todo=${todo}`])];
  },
});
