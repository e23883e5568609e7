import { expect } from 'chai';
import { createProfileField } from '../../../commands/realm/create-profile-field.ts';
import type { FieldData } from '../../../commands/rules/profile-field-data.ts';
import type { ProfileFieldId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import type { ProfileFieldType } from '../../../src/vocabulary/profile-fields.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { organization, profileField } from '../../support/organization.ts';
import { fieldDeleted } from '../../support/writes.ts';

const past = [...organization(), profileField(1, 'Motto')];
const asks = askingFor(createProfileField, past);
const field = (type: ProfileFieldType, fieldData: FieldData = {}, name = ' Team ') => ({
  name,
  hint: ' which? ',
  type,
  fieldData,
});
const id = (value: number) => value as ProfileFieldId;

describeCommand(createProfileField, () => {
  const choices = { red: { text: 'Red', order: '1' } };
  const github = { subtype: 'github' };
  const custom = { subtype: 'custom', url_pattern: 'https://x.example/%(username)s' };
  for (const [type, data, fieldData] of [
    [1, {}, ''],
    [4, { ignored: true }, ''],
    [3, choices, JSON.stringify(choices)],
    [7, github, JSON.stringify(github)],
    [7, custom, JSON.stringify(custom)],
  ] as const)
    it(`stores the options of type ${type} from ${JSON.stringify(data)}`, () => {
      const result = asks(2, field(type, data)).thenHappens(
        appends(logStream.realm(realmId), 'ProfileFieldCreated', {
          field: { id: id(2), name: 'Team', hint: 'which?', type, fieldData },
        }),
      );
      expect(result.fieldId).to.equal(2);
    });

  for (const [type, data, detail] of [
    [3, {}, 'Field must have at least one choice.'],
    [3, { red: { text: ' ', order: '1' } }, 'field_data must map each key to a text and an order'],
    [3, { red: 'Red' }, 'field_data must map each key to a text and an order'],
    [7, {}, 'Invalid external account type'],
    [7, { subtype: 'custom' }, 'Custom external account must define url pattern'],
    [7, { subtype: 'custom', url_pattern: 'https://x.example/' }, 'Malformed URL pattern.'],
  ] as const)
    it(`refuses type ${type} with ${JSON.stringify(data)}`, () => {
      const when = asks(2, field(type, data));
      when.thenRefused('profile-field-data');
      expect(when.decision).to.have.nested.property('refusal.detail', detail);
    });

  it('accepts 100 choices and refuses more', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, { text: 'x', order: index }]));
    asks(2, field(3, many(100))).thenAnswers({ fieldId: id(2) });
    asks(2, field(3, many(101))).thenRefused('profile-field-data', {
      detail: 'field_data has too many choices (limit: 100)',
    });
  });

  it('assigns no id twice', () => {
    const result = asks(2, field(1), profileField(2, 'Old'), fieldDeleted(2));
    result.thenAnswers({ fieldId: id(3) });
  });

  it('refuses a blank label and one that is taken', () => {
    asks(2, field(1, {}, '  ')).thenRefused('profile-field-name-blank');
    asks(2, field(1, {}, 'Motto')).thenRefused('profile-field-name-taken');
    asks(2, field(1, {}, 'Motto'), fieldDeleted(1)).thenAnswers({ fieldId: id(2) });
  });

  it('is only for administrators, and refuses more than a hundred fields (profileFieldsMax)', () => {
    asks(3, field(1)).thenRefused('administrator-required');
    const many = Array.from({ length: 99 }, (_, index) => profileField(index + 2, `Field ${index}`));
    asks(2, field(1), many).thenRefused('profile-fields-too-many');
  });
});
