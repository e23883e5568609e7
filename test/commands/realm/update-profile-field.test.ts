import { updateProfileField } from '../../../commands/realm/update-profile-field.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import type { ProfileFieldId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { organization, profileField } from '../../support/organization.ts';
import { fieldMade } from '../../support/writes.ts';

const choices = { red: { text: 'Red', order: '1' } };
const past = [
  ...organization(),
  profileField(1, 'Motto'),
  profileField(2, 'Born', 4),
  fieldMade({ id: 3, type: 3, fieldData: JSON.stringify(choices) }),
];
const id = (value: number) => value as ProfileFieldId;
const changed = (data: DataOf<'ProfileFieldChanged'>) => ({
  stream: logStream.realm(realmId),
  events: [{ type: 'ProfileFieldChanged' as const, data }],
});

describeCommand(updateProfileField, () => {
  it('changes the named properties that differ', () => {
    given(past)
      .when(updateProfileField, { fieldId: id(1), name: 'Saying' }, { actor: 2 })
      .thenHappens(changed({ fieldId: id(1), changed: { name: 'Saying' }, previous: { name: 'Motto' } }));
    given(past)
      .when(updateProfileField, { fieldId: id(1), name: 'Motto' }, { actor: 2 })
      .thenNothing();
    given(past)
      .when(updateProfileField, { fieldId: id(1) }, { actor: 2 })
      .thenNothing();
  });

  it('changes the options of a list, and stores none for types without options', () => {
    const more = { ...choices, blue: { text: 'Blue', order: '2' } };
    given(past)
      .when(updateProfileField, { fieldId: id(3), fieldData: more }, { actor: 2 })
      .thenHappens(
        changed({
          fieldId: id(3),
          changed: { fieldData: JSON.stringify(more) },
          previous: { fieldData: JSON.stringify(choices) },
        }),
      );
    given(past)
      .when(updateProfileField, { fieldId: id(1), fieldData: more }, { actor: 2 })
      .thenNothing();
    given(past)
      .when(updateProfileField, { fieldId: id(3), fieldData: {} }, { actor: 2 })
      .thenRefused('profile-field-data', { detail: 'Field must have at least one choice.' });
  });

  it('refuses blank labels, labels of other fields, unknown fields, and everybody but administrators', () => {
    given(past)
      .when(updateProfileField, { fieldId: id(1), name: '' }, { actor: 3 })
      .thenRefused('profile-field-name-blank');
    given(past)
      .when(updateProfileField, { fieldId: id(9), name: 'x' }, { actor: 3 })
      .thenRefused('administrator-required');
    given(past)
      .when(updateProfileField, { fieldId: id(9), name: 'x' }, { actor: 2 })
      .thenRefused('profile-field-missing', { fieldId: 9 });
    given(past)
      .when(updateProfileField, { fieldId: id(1), name: 'Born' }, { actor: 2 })
      .thenRefused('profile-field-name-taken');
  });
});
