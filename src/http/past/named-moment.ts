/** The moment of an organization that a parameter or a header names. */
import { type NoMoment, type PastMoment, pastMomentOf } from '../../queries/past-moment.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import type { Moment } from '../../vocabulary/moment.ts';
import { invalid } from '../request/parameter-errors.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import type { Services } from '../services.ts';
import { heldMessages } from './held-messages.ts';

const why: Readonly<Record<NoMoment, string>> = {
  future: 'is in the future',
  before: 'is before the organization',
  import: 'is inside an import, whose events have the times of another log',
  unknown: 'names no event of this organization',
};

/** `name`: the parameter or the header. */
export const noMoment = (name: string, reason: NoMoment): Problem => invalid(`${name} ${why[reason]}`);

/** Throws a 400 if there is no such moment. */
export async function namedMoment(
  services: Pick<Services, 'read' | 'realm' | 'events' | 'eventTime'>,
  realmId: RealmId,
  name: string,
  moment: Moment,
): Promise<PastMoment> {
  const now = services.eventTime();
  const found = await services.read((view) =>
    pastMomentOf(view, realmId, moment, now, heldMessages(services, realmId)),
  );
  if (typeof found === 'string') throw new ProblemError(noMoment(name, found));
  return found;
}

/** Throws a 400 for a parameter that names a moment, if a header already does or names another user. */
export function assertNoLook({ forAuditor }: Pick<Services, 'forAuditor'>, name: string): void {
  if (forAuditor) throw new ProblemError(invalid(`${name} cannot be combined with Verbatim-As-Of or Verbatim-As-User`));
}
