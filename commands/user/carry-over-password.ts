/**
 * Signs the hash of a password with a new secret, so that people keep their passwords. The caller must have found the hash to be signed
 * with the former one. A password that was changed in the meantime stays.
 */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { passwordHash } from '../../src/state/password.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { passwordSet } from '../rules/password-set.ts';

export const carryOverPassword = defineCommand({
  name: 'carry-over-password',
  input: z.object({ userId: UserId, hash: z.string(), signature: z.string() }),
  refusals: [],
  stream: ({ userId }, realmId) => logStream.password(realmId, userId),
  aggregate: passwordHash,
  decide(_state, { userId, hash, signature }, { realmId, signPassword, own }) {
    if (own.hash !== hash || own.signature !== signature) return accept([], {});
    const event = passwordSet(userId, hash, signPassword);
    if (event.data.signature === signature) return accept([], {});
    return acceptEvent(logStream.password(realmId, userId), event);
  },
});
