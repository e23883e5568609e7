/**
 * A command that demotes or deactivates an auditor ends the appointment first. If another process makes the appointment at the same moment,
 * neither process knows of the other. Then this policy ends the appointment, so that it is not valid again when the account gets its rights
 * back.
 */
import type { Planned, Policy } from '../define/policy.ts';
import { lapseOf } from '../state/audit.ts';
import { botsOf } from '../state/directory.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { UserId } from '../vocabulary/ids.ts';

type About = { readonly data: { readonly userId: UserId } };

/** The user and their bots that have an appointment that cannot be valid. */
const lapsed = ({ data: { userId } }: About, state: RealmState): string[] =>
  [userId, ...botsOf(state.directory, userId).map((bot) => bot.userId)]
    .filter((id) => lapseOf(state, id) !== undefined)
    .map(String);

const ended = (_event: About, subject: string): Planned[] => [
  { command: 'end-appointment', input: { userId: Number(subject) } },
];

export const lapsedAppointments: Policy<RealmState> = {
  name: 'lapsed-appointments',
  /** The subjects are the ids of the auditors. */
  on: { AuditorAppointed: lapsed, UserRoleChanged: lapsed, UserDeactivated: lapsed, BotOwnerChanged: lapsed },
  plan: { AuditorAppointed: ended, UserRoleChanged: ended, UserDeactivated: ended, BotOwnerChanged: ended },
};
