import { deleteProfileField } from '../../../commands/realm/delete-profile-field.ts';
import type { ProfileFieldId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { organization, profileField } from '../../support/organization.ts';
import { fieldDeleted } from '../../support/writes.ts';

const past = [...organization(), profileField(1, 'Motto')];
const id = (value: number) => value as ProfileFieldId;

describeCommand(deleteProfileField, () => {
  it('removes it, once', () => {
    given(past)
      .when(deleteProfileField, { fieldId: id(1) }, { actor: 2 })
      .thenHappens({
        stream: logStream.realm(realmId),
        events: [{ type: 'ProfileFieldDeleted', data: { fieldId: id(1) } }],
      });
    given(past, fieldDeleted(1))
      .when(deleteProfileField, { fieldId: id(1) }, { actor: 2 })
      .thenRefused('profile-field-missing');
  });

  it('removes no other', () => {
    given(past)
      .when(deleteProfileField, { fieldId: id(2) }, { actor: null })
      .thenRefused('profile-field-missing', { fieldId: 2 });
  });

  it('is only for administrators', () => {
    given(past)
      .when(deleteProfileField, { fieldId: id(1) }, { actor: 3 })
      .thenRefused('administrator-required');
  });
});
