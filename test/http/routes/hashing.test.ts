/** Passwords are hashed only for accounts that can be created or changed, because a hash takes a third of a second. */
import { expect } from 'chai';
import type { Client } from '../../support/client.ts';
import { list } from '../../support/client.ts';
import { refused, succeeded } from '../../support/expect-answer.ts';
import { runningServer } from '../../support/server.ts';

describe('a password', () => {
  const server = runningServer();
  const [admin, member] = [server.as('admin'), server.as('member')];
  const hashed: string[] = [];
  before(() => {
    const { passwords } = server.application.services;
    const hash: typeof passwords.hash = (password, caller) => {
      hashed.push(password);
      return passwords.hash(password, caller);
    };
    Object.assign(server.application.services, { passwords: { ...passwords, hash } });
  });

  const person = { email: 'nora@dev.example', full_name: 'Nora New', password: 'correct horse battery' };
  const add = (more: object = {}, by: Client = admin) => by.post('/users', { ...person, ...more });
  const invite = async (emails: string): Promise<string> => {
    const [link] = list(
      succeeded(await member.post('/invites', { invitee_emails: emails, stream_ids: [1] })).invite_links,
    );
    return String(link?.invite_link).split('/#join/')[1] ?? '';
  };
  const join = (key: string, more: object = {}) =>
    server.with({ email: '', api_key: '' }).post('/invites/accept', { ...person, key, ...more });
  const messageOf = async (answer: ReturnType<typeof add>): Promise<unknown> => (await answer).body.msg;

  it('is hashed only if the administrator may add that person', async () => {
    expect(await messageOf(add({}, member))).to.equal('Must be an organization administrator');
    expect(await messageOf(add({ full_name: '' }))).to.equal('Name too short!');
    expect(await messageOf(add({ email: 'nobody' }))).to.equal('Enter a valid email address.');
    refused(await add({ password: 'password' }), { msg: 'The password is too weak.' });
    expect(hashed).to.deep.equal([]);
    succeeded(await add());
    expect(await messageOf(add({ password: 'another horse battery' }))).to.equal(
      "Email 'nora@dev.example' already in use",
    );
    expect(hashed.splice(0)).to.deep.equal([person.password]);
  });

  it('is hashed only if somebody may join with that name and address', async () => {
    const key = await invite('zoe@dev.example');
    expect(await messageOf(join(key, { full_name: '' }))).to.equal('Name too short!');
    refused(await join(key, { password: 'password' }), { msg: 'The password is too weak.' });
    expect(hashed).to.deep.equal([]);
    succeeded(await join(key));
    expect(hashed.splice(0)).to.deep.equal([person.password]);
  });

  it('is not hashed if a change of the name in the same request is refused, nor for a bot', async () => {
    const change = (by: Client, more: object) => by.patch('/settings', { new_password: person.password, ...more });
    expect(await messageOf(change(member, { full_name: 'A' }))).to.equal('Name too short!');
    expect(await messageOf(change(member, { email: 'another@dev.example' })))
      .to.be.a('string')
      .and.not.equal('');
    expect((await change(server.as('bot'), {})).status).to.equal(400);
    expect(hashed).to.deep.equal([]);
    succeeded(await change(member, { full_name: 'Mary Member' }));
    expect(hashed.splice(0)).to.deep.equal([person.password]);
  });

  it('leaves no gap between the ids of people', async () => {
    const key = await invite('yara@dev.example');
    const ids = async (): Promise<number[]> => {
      const { members } = succeeded(await admin.get('/users'));
      return list(members).map(({ user_id }) => Number(user_id));
    };
    const newest = Math.max(...(await ids()));
    expect(succeeded(await join(key)).user_id).to.equal(newest + 1);
    succeeded(await add({ email: 'xena@dev.example' }));
    expect(await ids()).to.include(newest + 2);
  });
});
