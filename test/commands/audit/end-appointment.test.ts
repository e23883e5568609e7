import { endAppointment } from '../../../commands/audit/end-appointment.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed, dismissed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, type Given, given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { deactivated, roleChanged } from '../../support/writes.ts';

describeCommand(endAppointment, () => {
  const ended = (...events: Given[]) =>
    given(organization(), ...events).when(endAppointment, { userId: user(3) }, { actor: null });
  const because = (cause: 'role-changed' | 'deactivated') =>
    appends(logStream.audit(realmId), 'AuditorDismissed', { userId: user(3), why: { cause } });

  it('records why the appointment ends', () => {
    ended(roleChanged(3, 600, 400), appointed(3)).thenHappens(because('role-changed'));
    ended(appointed(3), deactivated(3)).thenHappens(because('deactivated'));
  });

  it('does nothing if the appointment is valid, or has ended', () => {
    ended(appointed(3)).thenNothing();
    ended(appointed(3), dismissed(3), roleChanged(3, 600, 400)).thenNothing();
    ended(roleChanged(3, 600, 400)).thenNothing();
  });
});
