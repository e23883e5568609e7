import { expect } from 'chai';
import { updateUser } from '../../../commands/user/update-user.ts';
import type { DomainEvent } from '../../../src/vocabulary/events/index.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import type { Role } from '../../../src/vocabulary/roles.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { changedTooOften } from '../../support/erasure-writes.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { withLimits } from '../../support/lower-limits.ts';
import { organization, profileField, user } from '../../support/organization.ts';
import { newUser } from '../../support/past-events.ts';
import { answered, deactivated, newBot, roleChanged as roleChangedEvent } from '../../support/writes.ts';
import { badNames } from '../rules/bad-names.ts';

const past = [...organization().slice(0, -1), profileField(1, 'Motto'), profileField(2, 'Born', 4)];
const prepared = new Map([['*hi*', '<p><em>hi</em></p>']]);
const asks = askingFor(updateUser, past, { prepared });

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
    asks(2, { userId: user(3), fullName: 'Neo' }, changedTooOften(3)).thenRefused('person-changed-too-often');
  });

  it('changes role, name and profile in an event each, the role first', () => {
    asks(2, {
      userId: user(3),
      fullName: ' Neo ',
      role: 600,
      profileData: [{ fieldId: 1, value: '*hi*' }],
    }).thenHappens(roleChanged(3, 400, 600, 6, 7), {
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
    asks(1, { userId: user(3), role: 600 }, deactivated(7)).thenHappens(roleChanged(3, 400, 600, 6, 7));
    asks(1, { userId: user(3), role: 400 }, roleChangedEvent(3, 600, 400), roleChangedEvent(6, 600, 400)).thenHappens(
      roleChanged(3, 600, 400, 6),
    );
    asks(1, { userId: user(3), role: 200 }).thenHappens(roleChanged(3, 400, 200));
  });

  it('does not change the bots of a person who was not a guest and does not become one', () => {
    asks(1, { userId: user(3), role: 200 }, roleChangedEvent(6, 200, 400)).thenHappens(roleChanged(3, 400, 200));
  });

  it('names the bots that the new role shows or hides in separate events, if they are many', () => {
    const bots = Array.from({ length: 1_100 }, (_, at) => newBot(100 + at, 4)).flat();
    const change = (from: Role, role: Role, own = bots) => {
      const { decision } = asks(1, { userId: user(3), role }, own, roleChangedEvent(3, from, 400));
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
    asks(
      2,
      { userId: user(3), fullName: 'User 3', role: 400, profileData: [{ fieldId: 1, value: '*hi*' }] },
      answered(3, 1, '*hi*'),
    ).thenNothing();
    asks(2, { userId: user(3) }).thenNothing();
  });

  it('changes a deactivated user, and the name of a bot', () => {
    asks(2, { userId: user(5), fullName: 'Gone' }).thenHappens({
      stream: logStream.person(realmId, user(5)),
      events: [nameChanged(5, 'Gone')],
    });
    asks(2, { userId: user(6), fullName: 'Robot' }).thenHappens(
      appends(logStream.person(realmId, user(6)), 'FullNameChanged', {
        userId: user(6),
        fullName: 'Robot',
        previousFullName: 'Bot 6',
      }),
    );
  });

  it('is only for administrators, even for themselves, which is checked before any lookup', () => {
    for (const userId of [1, 3, 77])
      asks(3, { userId: user(userId), fullName: 'Neo' }).thenRefused('permission-insufficient');
  });

  it('refuses unknown users and system bots', () => {
    for (const userId of [77, 8]) asks(1, { userId: user(userId), fullName: 'Neo' }).thenRefused('user-missing');
  });

  it('lets only owners grant and revoke ownership', () => {
    asks(2, { userId: user(3), role: 100 }).thenRefused('owner-required');
    asks(2, { userId: user(1), role: 200 }).thenRefused('owner-required');
    asks(1, { userId: user(3), role: 100 }).thenHappens(roleChanged(3, 400, 100));
  });

  it('refuses to revoke the ownership of the only owner', () => {
    asks(1, { userId: user(1), role: 200 }).thenRefused('last-owner-role');
    const second = newUser(10, { role: 100 });
    asks(1, { userId: user(1), role: 200 }, second).thenHappens(roleChanged(1, 100, 200));
    asks(1, { userId: user(1), role: 200 }, second, deactivated(10)).thenRefused('last-owner-role');
  });

  it('promotes a guest only to member, never directly to administrator or owner', () => {
    for (const role of [100, 200] as const) asks(1, { userId: user(4), role }).thenRefused('guest-not-administrator');
    asks(2, { userId: user(4), role: 400 }).thenHappens(roleChanged(4, 600, 400));
  });

  it('keeps the role of a bot', () => {
    asks(1, { userId: user(6), role: 200 }).thenRefused('bot-role-fixed');
    asks(1, { userId: user(6), role: 400 }).thenNothing();
  });

  it('does nothing if one part is refused', () => {
    asks(2, { userId: user(3), fullName: 'Neo', profileData: [{ fieldId: 2, value: 'yesterday' }] }).thenRefused(
      'profile-field-value',
    );
    for (const [fullName, code] of badNames) asks(2, { userId: user(3), fullName, role: 600 }).thenRefused(code);
    asks(2, { userId: user(3), profileData: [{ fieldId: 77, value: 'x' }] }).thenRefused('profile-field-missing', {
      fieldId: 77,
    });
  });

  it('refuses a profile for which there is no room', () =>
    withLimits({ profilesLengthMax: 50 }, () => {
      asks(2, { userId: user(3), profileData: [{ fieldId: 1, value: 'x' }] }).thenRefused('profiles-too-long');
    }));

  it('renders the profile, if it has any', async () => {
    const profileData = [{ fieldId: 1, value: '*hi*' }];
    const when = await given(past).whenPrepared(updateUser, { userId: user(3), profileData }, { actor: 2 });
    expect([when.rendered, when.htmlLimits]).to.deep.equal([['*hi*'], [limits.profileValueHtmlBytesMax]]);
    (await given(past).whenPrepared(updateUser, { userId: user(3) }, { actor: 2 })).thenNothing();
  });
});
