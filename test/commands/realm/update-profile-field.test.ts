import { updateProfileField } from '../../../commands/realm/update-profile-field.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import type { ProfileFieldId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { organization, profileField } from '../../support/organization.ts';
import { fieldMade } from '../../support/writes.ts';

const choices = { red: { text: 'Red', order: '1' } };
const past = [
  ...organization(),
  profileField(1, 'Motto'),
  profileField(2, 'Born', 4),
  fieldMade({ id: 3, type: 3, fieldData: JSON.stringify(choices) }),
];
const asks = askingFor(updateProfileField, past);
const id = (value: number) => value as ProfileFieldId;
const changed = (data: DataOf<'ProfileFieldChanged'>) => appends(logStream.realm(realmId), 'ProfileFieldChanged', data);

describeCommand(updateProfileField, () => {
  it('changes the named properties that differ', () => {
    asks(2, { fieldId: id(1), name: 'Saying' }).thenHappens(
      changed({ fieldId: id(1), changed: { name: 'Saying' }, previous: { name: 'Motto' } }),
    );
    asks(2, { fieldId: id(1), name: 'Motto' }).thenNothing();
    asks(2, { fieldId: id(1) }).thenNothing();
  });

  it('changes the options of a list, and stores none for types without options', () => {
    const more = { ...choices, blue: { text: 'Blue', order: '2' } };
    asks(2, { fieldId: id(3), fieldData: more }).thenHappens(
      changed({
        fieldId: id(3),
        changed: { fieldData: JSON.stringify(more) },
        previous: { fieldData: JSON.stringify(choices) },
      }),
    );
    asks(2, { fieldId: id(1), fieldData: more }).thenNothing();
    asks(2, { fieldId: id(3), fieldData: {} }).thenRefused('profile-field-data', {
      detail: 'Field must have at least one choice.',
    });
  });

  it('refuses blank labels, labels of other fields, unknown fields, and everybody but administrators', () => {
    asks(3, { fieldId: id(1), name: '' }).thenRefused('profile-field-name-blank');
    asks(3, { fieldId: id(9), name: 'x' }).thenRefused('administrator-required');
    asks(2, { fieldId: id(9), name: 'x' }).thenRefused('profile-field-missing', { fieldId: 9 });
    asks(2, { fieldId: id(1), name: 'Born' }).thenRefused('profile-field-name-taken');
  });
});
