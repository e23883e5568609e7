import { expect } from 'chai';
import { updateUser } from '../../../commands/user/update-user.ts';
import type { DomainEvent } from '../../../src/vocabulary/events/index.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import type { Role } from '../../../src/vocabulary/roles.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { changedTooOften } from '../../support/erasure-writes.ts';
import { given, realmId } from '../../support/given.ts';
import { organization, profileField, user } from '../../support/organization.ts';
import { newUser } from '../../support/past-events.ts';
import { answered, deactivated, newBot, roleChanged as roleChangedEvent } from '../../support/writes.ts';
import { badNames } from '../rules/bad-names.ts';

const past = [...organization().slice(0, -1), profileField(1, 'Motto'), profileField(2, 'Born', 4)];
const prepared = new Map([['*hi*', '<p><em>hi</em></p>']]);

/** The role of a user, and of bots with it. */
const roleChanged = (id: number, previousRole: Role, role: Role, ...bots: number[]) => ({
  stream: logStream.directory(realmId),
  events: [id, ...bots].map((one) => ({
    type: 'UserRoleChanged' as const,
    data: { userId: user(one), role, previousRole },
  })),
});
const nameChanged = (id: number, fullName: string) => ({
  type: 'FullNameChanged' as const,
  data: { userId: user(id), fullName, previousFullName: `User ${id}` },
});

describeCommand(updateUser, () => {
  it("is refused if the person's data were changed too often", () => {
    given(past, changedTooOften(3))
      .when(updateUser, { userId: user(3), fullName: 'Neo' }, { actor: 2 })
      .thenRefused('person-changed-too-often');
  });

  it('changes role, name and profile in an event each, the role first', () => {
    given(past)
      .when(
        updateUser,
        { userId: user(3), fullName: ' Neo ', role: 600, profileData: [{ fieldId: 1, value: '*hi*' }] },
        { actor: 2, prepared },
      )
      .thenHappens(roleChanged(3, 400, 600, 6, 7), {
        stream: logStream.person(realmId, user(3)),
        events: [
          nameChanged(3, 'Neo'),
          {
            type: 'ProfileDataChanged',
            data: { userId: user(3), values: [{ fieldId: 1 as never, value: '*hi*', rendered: '<p><em>hi</em></p>' }] },
          },
        ],
      });
  });

  it('makes the bots of a guest guests, including deactivated ones, and the bots of a member members again', () => {
    given(past, deactivated(7))
      .when(updateUser, { userId: user(3), role: 600 }, { actor: 1, prepared })
      .thenHappens(roleChanged(3, 400, 600, 6, 7));
    given(past, roleChangedEvent(3, 600, 400), roleChangedEvent(6, 600, 400))
      .when(updateUser, { userId: user(3), role: 400 }, { actor: 1, prepared })
      .thenHappens(roleChanged(3, 600, 400, 6));
    given(past)
      .when(updateUser, { userId: user(3), role: 200 }, { actor: 1, prepared })
      .thenHappens(roleChanged(3, 400, 200));
  });

  it('does not change the bots of a person who was not a guest and does not become one', () => {
    given(past, roleChangedEvent(6, 200, 400))
      .when(updateUser, { userId: user(3), role: 200 }, { actor: 1 })
      .thenHappens(roleChanged(3, 400, 200));
  });

  it('names the bots that the new role shows or hides in separate events, if they are many', () => {
    const bots = Array.from({ length: 1_100 }, (_, at) => newBot(100 + at, 4)).flat();
    const change = (from: Role, role: Role, own = bots) => {
      const { decision } = given(past, own, roleChangedEvent(3, from, 400)).when(
        updateUser,
        { userId: user(3), role },
        { actor: 1, prepared },
      );
      if (!decision.ok) throw new Error('refused');
      return decision.appends.flatMap(({ events }) => events);
    };
    for (const [from, to, visible] of [
      [400, 200, true],
      [200, 400, false],
    ] as const) {
      const [first, ...parts] = change(from, to);
      expect(first?.data).to.deep.equal({ userId: 3, role: to, previousRole: from, botsFollow: true });
      const types = [first, ...parts].map((event) => event?.type);
      expect(types).to.deep.equal(['UserRoleChanged', ...Array(3).fill('BotVisibilityChanged')]);
      const seen = parts.map((part) => (part as DomainEvent<'BotVisibilityChanged'>).data);
      expect(seen.map(({ botIds }) => botIds.length)).to.deep.equal([500, 500, 100]);
      expect(seen.every((data) => data.userId === 3 && data.visible === visible)).to.equal(true);
      expect(new Set(seen.flatMap(({ botIds }) => botIds)).size).to.equal(1_100);
    }
    expect(change(600, 400)).to.have.length(1);
    expect(change(200, 100)).to.have.length(1);
    expect(change(400, 200, bots.slice(-1_000))).to.deep.equal(roleChanged(3, 400, 200).events);
  });

  it('records nothing when nothing changes', () => {
    given(past, answered(3, 1, '*hi*'))
      .when(
        updateUser,
        { userId: user(3), fullName: 'User 3', role: 400, profileData: [{ fieldId: 1, value: '*hi*' }] },
        { actor: 2, prepared },
      )
      .thenNothing();
    given(past)
      .when(updateUser, { userId: user(3) }, { actor: 2, prepared })
      .thenNothing();
  });

  it('changes a deactivated user, and the name of a bot', () => {
    given(past)
      .when(updateUser, { userId: user(5), fullName: 'Gone' }, { actor: 2, prepared })
      .thenHappens({ stream: logStream.person(realmId, user(5)), events: [nameChanged(5, 'Gone')] });
    given(past)
      .when(updateUser, { userId: user(6), fullName: 'Robot' }, { actor: 2, prepared })
      .thenHappens({
        stream: logStream.person(realmId, user(6)),
        events: [{ type: 'FullNameChanged', data: { userId: user(6), fullName: 'Robot', previousFullName: 'Bot 6' } }],
      });
  });

  it('is only for administrators, even for themselves, which is checked before any lookup', () => {
    for (const userId of [1, 3, 77])
      given(past)
        .when(updateUser, { userId: user(userId), fullName: 'Neo' }, { actor: 3, prepared })
        .thenRefused('permission-insufficient');
  });

  it('refuses unknown users and system bots', () => {
    for (const userId of [77, 8])
      given(past)
        .when(updateUser, { userId: user(userId), fullName: 'Neo' }, { actor: 1, prepared })
        .thenRefused('user-missing');
  });

  it('lets only owners grant and revoke ownership', () => {
    given(past)
      .when(updateUser, { userId: user(3), role: 100 }, { actor: 2, prepared })
      .thenRefused('owner-required');
    given(past)
      .when(updateUser, { userId: user(1), role: 200 }, { actor: 2, prepared })
      .thenRefused('owner-required');
    given(past)
      .when(updateUser, { userId: user(3), role: 100 }, { actor: 1, prepared })
      .thenHappens(roleChanged(3, 400, 100));
  });

  it('refuses to revoke the ownership of the only owner', () => {
    given(past)
      .when(updateUser, { userId: user(1), role: 200 }, { actor: 1, prepared })
      .thenRefused('last-owner-role');
    const second = newUser(10, { role: 100 });
    given(past, second)
      .when(updateUser, { userId: user(1), role: 200 }, { actor: 1, prepared })
      .thenHappens(roleChanged(1, 100, 200));
    given(past, second, deactivated(10))
      .when(updateUser, { userId: user(1), role: 200 }, { actor: 1, prepared })
      .thenRefused('last-owner-role');
  });

  it('promotes a guest only to member, never directly to administrator or owner', () => {
    for (const role of [100, 200] as const)
      given(past)
        .when(updateUser, { userId: user(4), role }, { actor: 1, prepared })
        .thenRefused('guest-not-administrator');
    given(past)
      .when(updateUser, { userId: user(4), role: 400 }, { actor: 2, prepared })
      .thenHappens(roleChanged(4, 600, 400));
  });

  it('keeps the role of a bot', () => {
    given(past)
      .when(updateUser, { userId: user(6), role: 200 }, { actor: 1, prepared })
      .thenRefused('bot-role-fixed');
    given(past)
      .when(updateUser, { userId: user(6), role: 400 }, { actor: 1, prepared })
      .thenNothing();
  });

  it('does nothing if one part is refused', () => {
    given(past)
      .when(
        updateUser,
        { userId: user(3), fullName: 'Neo', profileData: [{ fieldId: 2, value: 'yesterday' }] },
        { actor: 2, prepared },
      )
      .thenRefused('profile-field-value');
    for (const [fullName, code] of badNames)
      given(past)
        .when(updateUser, { userId: user(3), fullName, role: 600 }, { actor: 2, prepared })
        .thenRefused(code);
    given(past)
      .when(updateUser, { userId: user(3), profileData: [{ fieldId: 77, value: 'x' }] }, { actor: 2, prepared })
      .thenRefused('profile-field-missing', { fieldId: 77 });
  });

  it('renders the profile, if it has any', async () => {
    const profileData = [{ fieldId: 1, value: '*hi*' }];
    const when = await given(past).whenPrepared(updateUser, { userId: user(3), profileData }, { actor: 2 });
    expect([when.rendered, when.htmlLimits]).to.deep.equal([['*hi*'], [limits.profileValueHtmlBytesMax]]);
    (await given(past).whenPrepared(updateUser, { userId: user(3) }, { actor: 2 })).thenNothing();
  });
});
