/** PATCH /settings: people change their own name and password. The decision gets only the hash of a password. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { isAdmin } from '../../src/state/directory.ts';
import { passwordHash } from '../../src/state/password.ts';
import { fullNameOf } from '../../src/state/people.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { idNamed, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsFor } from '../rules/acting.ts';
import { fullNameRefusal, fullNameRefusals } from '../rules/full-name.ts';
import { passwordSet } from '../rules/password-set.ts';
import { personChangesRefusal } from '../rules/person-changes.ts';

export const changeAccount = defineCommand({
  name: 'change-account',
  input: z.object({
    userId: idNamed(UserId),
    fullName: z.string().optional(),
    /** It must be the current address, because addresses do not change. */
    email: z.string().optional(),
    /** `replaces`: the hash in the log when the old password was compared; null if there was none. Absent: any hash may be replaced. */
    password: z.object({ hash: z.string(), replaces: z.string().nullable().optional() }).optional(),
  }),
  refusals: [
    ...fullNameRefusals,
    'permission-insufficient',
    'user-missing',
    'bot-requests-refused',
    'name-changes-disabled',
    'email-changes-disabled',
    'password-wrong',
    'person-changed-too-often',
  ],
  stream: ({ userId }, realmId) => logStream.password(realmId, userId),
  aggregate: passwordHash,
  decide(state, { userId, password, email, ...input }, { realmId, actor, fingerprint, signPassword, own }) {
    const fullName = input.fullName?.trim();
    const badName = fullName === undefined ? undefined : fullNameRefusal(fullName);
    if (badName) return refuse(badName);
    if (!actsFor(actor, userId)) return refuse({ code: 'permission-insufficient' });
    const account = state.directory.accounts.get(userId);
    if (!account) return refuse({ code: 'user-missing' });
    if (account.bot) return refuse({ code: 'bot-requests-refused' });
    const previousFullName = fullNameOf(state, userId);
    const isRenamed = fullName !== undefined && fullName !== previousFullName;
    if (isRenamed && state.realm.settings.name_changes_disabled && !isAdmin(account))
      return refuse({ code: 'name-changes-disabled' });
    if (email !== undefined && state.directory.addresses.get(fingerprint(email)) !== userId)
      return refuse({ code: 'email-changes-disabled' });
    const replaces = password?.replaces;
    if (replaces !== undefined && replaces !== (own.hash ?? null)) return refuse({ code: 'password-wrong' });

    const hashes: DomainEvent[] = password ? [passwordSet(userId, password.hash, signPassword)] : [];
    const names: DomainEvent[] = isRenamed
      ? [{ type: 'FullNameChanged', data: { userId, fullName, previousFullName } }]
      : [];
    const tooOften = personChangesRefusal(state, userId, names, actor);
    if (tooOften) return refuse(tooOften);
    return accept(
      [
        { stream: logStream.password(realmId, userId), events: hashes },
        { stream: logStream.person(realmId, userId), events: names },
      ],
      { fullName: isRenamed ? fullName : undefined },
    );
  },
});
