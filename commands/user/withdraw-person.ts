/**
 * Withdraws the name and address of a person for whom no account was created, because the process ended in between or the log was out of
 * reach. Only the service does this.
 */
import { z } from 'zod';
import { type Append, accept } from '../../src/define/command.ts';
import type { Aggregate } from '../../src/define/handlers.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { type LogStream, logStream, personIn } from '../../src/vocabulary/log-streams.ts';
import { isSystemBotAddress } from '../../src/vocabulary/system-bots.ts';
import { defineCommand } from '../define-command.ts';

type Described = {
  readonly person: Recorded<'PersonDescribed'> | undefined;
  readonly password: Recorded<'PasswordSet'> | undefined;
};

const nothing: Described = { person: undefined, password: undefined };

const described: Aggregate<Described> = {
  initial: () => nothing,
  on: {
    PersonDescribed: (person, own) => ({ ...own, person }),
    PasswordSet: (password, own) => ({ ...own, password }),
    EventsWithdrawn: ({ stream }, own) =>
      personIn(stream) === undefined ? { ...own, password: undefined } : { ...own, person: undefined },
  },
  leadsTo: ({ person }, realmId) => person && logStream.password(realmId, person.data.userId),
};

export const withdrawPerson = defineCommand({
  name: 'withdraw-person',
  input: z.object({ userId: UserId }),
  refusals: [],
  stream: ({ userId }, realmId) => logStream.person(realmId, userId),
  alsoOn: (_input, realmId) => logStream.directory(realmId),
  aggregate: described,
  decide({ directory, realm }, { userId }, { realmId, leafOf, own: { person, password } }) {
    if (!person || directory.accounts.has(userId)) return accept([], {});
    // A system bot gets its account when the creation of the organization is finished.
    if (isSystemBotAddress(person.data.email, realm.emailDomain)) return accept([], {});
    const withdrawn = (stream: LogStream, event: Recorded): Append => ({
      stream,
      expects: 'unchanged',
      events: [{ type: 'EventsWithdrawn', data: { leaves: [leafOf(event)] } }],
    });
    return accept(
      [
        // It comes first. If another process is just creating the account, the log refuses either this event or the account.
        { stream: logStream.directory(realmId), events: [{ type: 'PersonWithdrawn', data: { userId } }] },
        ...(password ? [withdrawn(password.stream, password)] : []),
        // It comes last, because the service finds by it what is still to be withdrawn.
        withdrawn(person.stream, person),
      ],
      {},
    );
  },
});
