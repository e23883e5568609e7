import { deleteProfileField } from '../../../commands/realm/delete-profile-field.ts';
import type { ProfileFieldId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { organization, profileField } from '../../support/organization.ts';
import { fieldDeleted } from '../../support/writes.ts';

const past = [...organization(), profileField(1, 'Motto')];
const asks = askingFor(deleteProfileField, past);
const id = (value: number) => value as ProfileFieldId;

describeCommand(deleteProfileField, () => {
  it('removes it, once', () => {
    asks(2, { fieldId: id(1) }).thenHappens(
      appends(logStream.realm(realmId), 'ProfileFieldDeleted', { fieldId: id(1) }),
    );
    asks(2, { fieldId: id(1) }, fieldDeleted(1)).thenRefused('profile-field-missing');
  });

  it('removes no other', () => {
    asks(null, { fieldId: id(2) }).thenRefused('profile-field-missing', { fieldId: 2 });
  });

  it('is only for administrators', () => {
    asks(3, { fieldId: id(1) }).thenRefused('administrator-required');
  });
});
