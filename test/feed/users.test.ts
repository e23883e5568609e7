import { expect } from 'chai';
import { personErased } from '../support/erasure-writes.ts';
import { feedOf, summaries, withoutIds } from '../support/feed.ts';
import { founded, newUser } from '../support/past-events.ts';
import {
  addressesShown,
  answered,
  avatarChanged,
  deactivated,
  fieldCreated,
  fieldDeleted,
  newBot,
  ownerChanged,
  reactivated,
  renamed,
  roleChanged,
  settingsChanged,
  timezoneChanged,
} from '../support/writes.ts';

const people = [founded(), ...newUser(1, { role: 100 }), ...newUser(2), ...newUser(3)];
const everyone = { kind: 'everyone' };

/** The events that user 3 gets, without ids. */
const heard = (past: Parameters<typeof feedOf>[0], news: Parameters<typeof feedOf>[1], own = {}) =>
  withoutIds(feedOf(past, news).receivedBy(3, own));

describe('client events about users', () => {
  it('of a new one: the user object, once the directory has the user', () => {
    const [described, created] = newUser(5, { role: 600 });
    expect(heard(people, described ? [described] : [])).to.deep.equal([]);
    const [event] = heard([...people, described as never], created ? [created] : []);
    expect(event).to.nested.include({
      type: 'realm_user',
      op: 'add',
      'person.user_id': 5,
      'person.full_name': 'User 5',
      'person.is_guest': true,
      'person.is_active': true,
      'person.bot_type': null,
    });
    expect(event).to.have.deep.nested.property('person.profile_data', {});
  });

  it('of one whose shown address differs: the address as the organization shows it when the event is served', () => {
    const hidden = settingsChanged({ email_address_visibility: 3 });
    const shownToOwners = addressesShown([1, 3], 3);
    const persons = (own = {}) =>
      heard([...people, hidden], [shownToOwners], own).map(({ person }) => person as object);
    expect(persons()[0]).to.include({ user_id: 1, new_email: 'user1@noreply.test.example', avatar_source: 'G' });
    expect(persons()[1]).to.include({ user_id: 3, new_email: 'user3@noreply.test.example', avatar_version: 1 });
    // Nobody can compute it any more.
    expect(persons({ clientGravatar: true })[0])
      .to.have.property('avatar_url')
      .that.includes('gravatar');
    const back = [shownToOwners, settingsChanged({ email_address_visibility: 1 })];
    expect(heard([...people, hidden], back, { clientGravatar: true })[0]).to.deep.nested.include({
      type: 'realm_user',
      op: 'update',
      'person.new_email': 'user1@test.example',
      'person.avatar_url': null,
    });
    expect(JSON.stringify(heard([...people, hidden], back))).to.include('user1@test.example');
  });

  it('of a new one while addresses are hidden: the real address only for administrators, and an avatar for all', () => {
    const hidden = [...people, settingsChanged({ email_address_visibility: 3 })];
    const feed = feedOf(hidden, newUser(5));
    const receivedBy = (id: number) => feed.receivedBy(id, { clientGravatar: true })[0]?.person;
    const shown = { email: 'user5@noreply.test.example' };
    expect(receivedBy(3)).to.include(shown).and.not.to.have.property('delivery_email');
    expect(receivedBy(1)).to.include({ ...shown, delivery_email: 'user5@test.example' });
    expect(receivedBy(3)).to.have.property('avatar_url').that.includes('gravatar');
  });

  it('of a new one: the avatar, if the client cannot compute it', () => {
    const avatar = (clientGravatar: boolean) => heard(people, newUser(5), { clientGravatar })[0];
    expect(avatar(true)).to.nested.include({ 'person.avatar_url': null });
    expect(avatar(false)).to.have.nested.property('person.avatar_url').that.includes('gravatar.com');
  });

  it('of an avatar: its addresses, those of gravatars only to clients that cannot compute them', () => {
    const uploaded = {
      type: 'realm_user',
      op: 'update',
      person: {
        user_id: 2,
        avatar_source: 'U',
        avatar_url: `/user_avatars/1/2_${'a'.repeat(39)}2.png?x=x&version=2`,
        avatar_url_medium: `/user_avatars/1/2_${'a'.repeat(39)}2-medium.png?x=x&version=2`,
        avatar_version: 2,
      },
    };
    const given = avatarChanged(2, 2, 'sha', null);
    for (const clientGravatar of [true, false])
      expect(heard(people, [given], { clientGravatar })).to.deep.equal([uploaded]);
    const removed = (clientGravatar: boolean) =>
      heard([...people, given], [avatarChanged(2, 3, null, 'sha')], { clientGravatar })[0];
    expect(removed(true)).to.nested.include({ 'person.avatar_source': 'G', 'person.avatar_url': null });
    expect(removed(false)).to.have.nested.property('person.avatar_url').that.includes('gravatar.com');
  });

  it('of one who is deactivated and reactivated: with the profile as before', () => {
    const past = [
      ...people,
      fieldCreated(1),
      fieldCreated(2),
      answered(2, 1, 'tea', '<p>tea</p>'),
      answered(2, 2, 'x'),
    ];
    const gone = { type: 'realm_user', op: 'remove', person: { user_id: 2, full_name: 'User 2' } };
    expect(heard(past, [deactivated(2)])).to.deep.equal([gone]);
    const [, back] = heard(past, [deactivated(2), fieldDeleted(2), reactivated(2)]).filter(
      ({ type }) => type === 'realm_user',
    );
    expect(back).to.deep.nested.include({
      op: 'add',
      'person.profile_data': { 1: { value: 'tea', rendered_value: '<p>tea</p>' } },
    });
  });

  it('of a new name or a new role', () => {
    expect(heard(people, [renamed(2, 'Two'), roleChanged(2, 200, 400)]).slice(0, 2)).to.deep.equal([
      { type: 'realm_user', op: 'update', person: { user_id: 2, full_name: 'Two' } },
      { type: 'realm_user', op: 'update', person: { user_id: 2, role: 200 } },
    ]);
    expect(heard(people, [renamed(9, 'Nobody')])).to.deep.equal([]);
  });

  it('of one who is erased: the name and the address that replace theirs', () => {
    const [named, readdressed] = heard(people, [personErased(2)]);
    expect(named?.person).to.deep.equal({ user_id: 2, full_name: 'Deleted user 2' });
    expect(readdressed?.person).to.include({ user_id: 2, new_email: 'deleted-user-2@erased.invalid' });
    expect(heard(people, [personErased(9)])).to.deep.equal([]);
  });

  it('of a time zone: with the address', () => {
    expect(heard(people, [timezoneChanged(2, 'Asia/Tokyo')])).to.deep.equal([
      {
        type: 'realm_user',
        op: 'update',
        person: { user_id: 2, email: 'user2@test.example', timezone: 'Asia/Tokyo' },
      },
    ]);
    expect(heard(people, [timezoneChanged(9, 'Asia/Tokyo')])).to.deep.equal([]);
  });

  it('of profile values that are set or removed, except for deleted fields', () => {
    const past = [...people, fieldCreated(1)];
    const news = [answered(2, 1, 'tea', '<p>tea</p>'), answered(2, 1, null), answered(2, 7, 'x')];
    expect(heard(past, news).map(({ person }) => person)).to.deep.equal([
      { user_id: 2, custom_profile_field: { id: 1, value: 'tea', rendered_value: '<p>tea</p>' } },
      { user_id: 2, custom_profile_field: { id: 1, value: null } },
    ]);
  });

  it('do not exist for profile values of bots', () => {
    expect(heard([...people, ...newBot(5, 2), fieldCreated(1)], [answered(5, 1, 'tea')])).to.deep.equal([]);
  });

  it('are for everyone', () => {
    const news = [...newUser(5), renamed(2, 'Two'), deactivated(2), reactivated(2)];
    expect(summaries(feedOf(people, news)).map(([, scope]) => scope)).to.deep.equal(Array(4).fill(everyone));
  });

  it('of the new owner of a bot', () => {
    const past = [...people, ...newBot(5, 2)];
    expect(heard(past, [ownerChanged(5, 1, 2)])).to.deep.equal([
      { type: 'realm_user', op: 'update', person: { user_id: 5, bot_owner_id: 1 } },
    ]);
  });
});
