/**
 * Ends the appointment of an auditor whose account has lost the right to be one. The command that demotes or deactivates an auditor ends the
 * appointment itself, unless another process made the appointment at the same moment. Without this policy the appointment would be valid
 * again when the account gets its rights back.
 */
import type { Planned } from '../define/planned.ts';
import type { Policy } from '../define/policy.ts';
import { lapseOf } from '../state/audit.ts';
import { botsOf } from '../state/directory.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { UserId } from '../vocabulary/ids.ts';

type About = { readonly data: { readonly userId: UserId } };

/** The user and their bots, as far as they have an appointment that is no longer valid. */
const lapsed = ({ data: { userId } }: About, state: RealmState): string[] =>
  [userId, ...botsOf(state.directory, userId).map((bot) => bot.userId)]
    .filter((id) => lapseOf(state, id) !== undefined)
    .map(String);

const ended = (_event: About, subject: string): Planned[] => [
  { command: 'end-appointment', input: { userId: Number(subject) as UserId } },
];

export const lapsedAppointments: Policy<RealmState> = {
  name: 'lapsed-appointments',
  /** The subjects are the ids of the auditors. */
  on: { AuditorAppointed: lapsed, UserRoleChanged: lapsed, UserDeactivated: lapsed, BotOwnerChanged: lapsed },
  plan: { AuditorAppointed: ended, UserRoleChanged: ended, UserDeactivated: ended, BotOwnerChanged: ended },
};
