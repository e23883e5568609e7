/** A wrong password for an account is put on record. Beyond the limit nothing is compared, so that nothing is recorded either. */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { recentSignInFailures } from '../../src/state/directory.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { signInFailuresMax } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const recordSignInFailure = defineCommand({
  name: 'record-sign-in-failure',
  summary: 'Record that a wrong password was given for an account',
  input: z.object({ userId: UserId }),
  refusals: [],
  stream: ({ userId }, realmId) => logStream.user(realmId, userId),
  decide(state, { userId }, { realmId, now }) {
    const account = state.directory.accounts.get(userId);
    if (!account || recentSignInFailures(account, now).length >= signInFailuresMax) return accept([], {});
    return accept(
      [{ stream: logStream.user(realmId, userId), events: [{ type: 'SignInFailed', data: { userId } }] }],
      {},
    );
  },
});
