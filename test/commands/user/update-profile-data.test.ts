import { expect } from 'chai';
import { updateProfileData } from '../../../commands/user/update-profile-data.ts';
import type { ProfileFieldId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import type { ProfileField } from '../../../src/vocabulary/profile-fields.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { changedTooOften } from '../../support/erasure-writes.ts';
import { appends, askingFor, happened, plainTools, realmId, stateAfter } from '../../support/given.ts';
import { lowerLimits } from '../../support/lower-limits.ts';
import { organization, user } from '../../support/organization.ts';
import { newUser, text } from '../../support/past-events.ts';
import { answered } from '../../support/writes.ts';

const types = { Motto: 1, Story: 2, Team: 3, Born: 4, Home: 5, Mentors: 6, Code: 7 } as const;
const fields = Object.entries(types).map(([name, type]) =>
  happened(logStream.realm(realmId), 'ProfileFieldCreated', {
    field: {
      id: type as number as ProfileFieldId,
      name,
      hint: '',
      type,
      fieldData: type === 3 ? '{"red":{"text":"Red","order":"1"}}' : '',
    } satisfies ProfileField,
  }),
);
const past = [...organization(), ...fields];
const prepared = new Map([['**x**', '<p><strong>x</strong></p>']]);
const asks = askingFor(updateProfileData, past, { prepared });

const changed = (...values: { fieldId: number; value: string | null; rendered?: string }[]) =>
  appends(logStream.person(realmId, user(3)), 'ProfileDataChanged', { userId: user(3), values: values as never });
const change = (fieldId: number, value: string | number[] | null) => ({
  userId: user(3),
  changes: [{ fieldId, value }],
});

describeCommand(updateProfileData, () => {
  it("is refused if the person's data were changed too often", () => {
    asks(3, change(1, 'm'), changedTooOften(3)).thenRefused('person-changed-too-often');
  });

  describe('where the profiles of all have a length together', () => {
    lowerLimits({ profilesLengthMax: 185 });
    const longOf = (who: number, value: string) =>
      happened(logStream.person(realmId, user(who)), 'ProfileDataChanged', {
        userId: user(who),
        values: [{ fieldId: 2 as ProfileFieldId, value, rendered: `<p>${value}</p>` }],
      });

    it('texts, HTML and values are counted, of others too (profilesLengthMax)', () => {
      const value = 'm'.repeat(50);
      asks(3, change(1, value), longOf(2, 'x'.repeat(14))).thenHappens(changed({ fieldId: 1, value }));
      asks(3, change(1, value), longOf(2, 'x'.repeat(15))).thenRefused('profiles-too-long');
    });

    it('a value may always become shorter', () => {
      asks(3, change(2, 'm'), longOf(3, 'x'.repeat(400))).thenHappens(changed({ fieldId: 2, value: 'm' }));
    });
  });

  for (const { fieldId, value, kept = value as string } of [
    { fieldId: 1, value: 'm' },
    { fieldId: 2, value: 'm'.repeat(500) },
    { fieldId: 3, value: 'red' },
    { fieldId: 4, value: '2024-02-29' },
    { fieldId: 5, value: 'https://example.org/me' },
    { fieldId: 6, value: [2, 1, 2], kept: '[2,1]' },
    { fieldId: 6, value: '[2, 1]', kept: '[2,1]' },
    { fieldId: 7, value: 'octo-cat' },
  ])
    it(`stores ${JSON.stringify(value).slice(0, 30)} in a field of type ${fieldId}`, () => {
      asks(3, change(fieldId, value)).thenHappens(changed({ fieldId, value: kept }));
    });

  for (const { fieldId, value, detail } of [
    { fieldId: 1, value: [1], detail: 'Motto is not a string' },
    { fieldId: 2, value: 'm'.repeat(501), detail: 'Story is too long (limit: 500 characters)' },
    { fieldId: 3, value: 'blue', detail: "'blue' is not a valid choice for 'Team'." },
    { fieldId: 3, value: 'constructor', detail: "'constructor' is not a valid choice for 'Team'." },
    { fieldId: 4, value: '2023-02-29', detail: 'Born is not a date' },
    { fieldId: 4, value: '2023-2-9', detail: 'Born is not a date' },
    { fieldId: 4, value: '+012024-02-29', detail: 'Born is not a date' },
    { fieldId: 5, value: 'javascript:alert(1)', detail: 'Home is not a URL' },
    { fieldId: 6, value: 'me', detail: 'User IDs is not a list' },
    { fieldId: 6, value: '[1,,2]', detail: 'User IDs is not a list' },
    { fieldId: 6, value: '{"0":1}', detail: 'User IDs is not a list' },
    { fieldId: 6, value: '[1.5]', detail: 'User IDs is not a list' },
    { fieldId: 6, value: `[${'1,'.repeat(300)}1]`, detail: 'User IDs is too long (limit: 500 characters)' },
    { fieldId: 6, value: ` [${'1,'.repeat(248)}1] `, detail: 'User IDs is too long (limit: 500 characters)' },
    { fieldId: 6, value: [77], detail: 'Invalid user ID: 77' },
    { fieldId: 6, value: [5], detail: 'User with ID 5 is deactivated' },
    { fieldId: 6, value: [6], detail: 'User with ID 6 is a bot' },
  ])
    it(`refuses ${JSON.stringify(value).slice(0, 30)} in a field of type ${fieldId}`, () => {
      const when = asks(3, change(fieldId, value));
      when.thenRefused('profile-field-value');
      expect(when.decision).to.have.nested.property('refusal.detail', detail);
    });

  it('stores the HTML of markdown with it', () => {
    asks(3, change(1, '**x**')).thenHappens(
      changed({ fieldId: 1, value: '**x**', rendered: '<p><strong>x</strong></p>' }),
    );
  });

  it('renders only markdown fields, each text once', async () => {
    const seen: string[] = [];
    const render = async (content: string) => {
      seen.push(content);
      return text(content);
    };
    const changes = [
      { fieldId: 1, value: 'one' },
      { fieldId: 2, value: 'one' },
      { fieldId: 7, value: 'code' },
      { fieldId: 1, value: '' },
      { fieldId: 99, value: 'none' },
      { fieldId: 2, value: [1] },
      { fieldId: 2, value: 'x'.repeat(1001) },
    ];
    const rendered = await updateProfileData.prepare?.(
      stateAfter(past),
      { userId: user(3), changes },
      { render, ...plainTools },
    );
    expect(seen).to.deep.equal(['one']);
    expect(rendered?.get('one')).to.equal('<p>one</p>');
  });

  it('removes a value that is null, an empty text or an empty list', () => {
    for (const [fieldId, value] of [
      [1, null],
      [1, ''],
      [6, []],
      [6, '[]'],
    ] as const)
      asks(3, change(fieldId, value as never), answered(3, fieldId, 'held')).thenHappens(
        changed({ fieldId, value: null }),
      );
  });

  it('records nothing when nothing changes', () => {
    asks(3, change(1, 'held'), answered(3, 1, 'held')).thenNothing();
    asks(3, change(1, null)).thenNothing();
  });

  it('uses the last value of a field that is named twice', () => {
    const changes = [
      { fieldId: 1, value: 'first' },
      { fieldId: 1, value: 'last' },
    ];
    asks(3, { userId: user(3), changes }).thenHappens(changed({ fieldId: 1, value: 'last' }));
  });

  it('refuses unknown fields, and profiles of others', () => {
    asks(3, change(99, null)).thenRefused('profile-field-missing');
    asks(1, change(1, 'x')).thenRefused('permission-insufficient');
  });

  it('stores no HTML for other fields, even if the text is the same', () => {
    const changes = [
      { fieldId: 1, value: 'red' },
      { fieldId: 3, value: 'red' },
    ];
    asks({ actor: 3, prepared: new Map([['red', '<p>red</p>']]) }, { userId: user(3), changes }).thenHappens(
      changed({ fieldId: 1, value: 'red', rendered: '<p>red</p>' }, { fieldId: 3, value: 'red' }),
    );
  });

  it('accepts short texts and accounts of a limited length (shortProfileValueLengthMax)', () => {
    const long = 'm'.repeat(limits.shortProfileValueLengthMax);
    asks(3, change(1, long)).thenHappens(changed({ fieldId: 1, value: long }));
    for (const [fieldId, name] of Object.entries({ 1: 'Motto', 7: 'Code' }))
      asks(3, change(Number(fieldId), `${long}m`)).thenRefused('profile-field-value', {
        detail: `${name} is too long (limit: 50 characters)`,
      });
  });

  it('accepts lists of users of at most 500 characters', () => {
    const crowd = Array.from({ length: 125 }, (_, index) => index + 100);
    const people = [...crowd, 1_000, 1_001, 1_002].flatMap((id) => newUser(id));
    const most = [...crowd.slice(4), 1_000, 1_001, 1_002];
    expect(JSON.stringify(most)).to.have.lengthOf(500);
    asks(3, change(6, most), people).thenHappens(changed({ fieldId: 6, value: JSON.stringify(most) }));
    asks(3, change(6, JSON.stringify(most)), people).thenHappens(changed({ fieldId: 6, value: JSON.stringify(most) }));
    asks(3, change(6, crowd), people).thenRefused('profile-field-value', {
      detail: 'User IDs is too long (limit: 500 characters)',
    });
  });

  it('is done for an existing user, also by the service', () => {
    asks(null, { userId: user(77), changes: [] }).thenRefused('user-missing', {});
    asks(null, change(3, 'red')).thenHappens(changed({ fieldId: 3, value: 'red' }));
  });
});
