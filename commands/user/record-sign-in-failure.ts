/**
 * Records a wrong password, twice. The record in the account limits how many passwords are compared within half an hour. The record for
 * auditors has the network address. Each of the two has a limit, beyond which it is not made.
 */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { countedIn } from '../../src/state/audit.ts';
import { recentSignInFailures } from '../../src/state/directory.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { type Millis, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

/** `userId` is null if nobody has the given address. */
const Input = z.object({ userId: UserId.nullable(), address: z.string() });
type Input = z.infer<typeof Input>;

export const recordSignInFailure = defineCommand({
  name: 'record-sign-in-failure',
  input: Input,
  refusals: [],
  stream: ({ userId }, realmId) => (userId === null ? logStream.audit(realmId) : logStream.user(realmId, userId)),
  decide(state, input, { realmId, now }) {
    const { userId } = input;
    const account = userId === null ? undefined : state.directory.accounts.get(userId);
    const counts = account && recentSignInFailures(account, now).length < limits.signInFailuresMax;
    return accept(
      [
        ...(account
          ? [
              {
                stream: logStream.user(realmId, account.userId),
                events: counts ? [{ type: 'SignInFailed' as const, data: { userId: account.userId } }] : [],
              },
            ]
          : []),
        { stream: logStream.audit(realmId), events: refusedEvents(state, input, now), expects: 'any' },
      ],
      {},
    );
  },
});

function refusedEvents({ audit }: RealmState, input: Input, now: Millis): DomainEvent[] {
  const { count } = countedIn(audit, null, now);
  if (count >= limits.signInsRefusedRecordedPerHour) return [];
  const last = count + 1 === limits.signInsRefusedRecordedPerHour ? { last: true as const } : {};
  return [{ type: 'SignInRefused', data: { ...input, ...last } }];
}
