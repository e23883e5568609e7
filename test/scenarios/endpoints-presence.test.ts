/** Presence and typing (docs/api.md, Presence). */
import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Client, Loose, Parameters } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { runningServer } from '../support/server.ts';

describe('presence and typing', () => {
  const server = runningServer();
  const member = server.as('member');
  const admin = server.as('admin');
  const guest = server.as('guest');

  const report = (who: Client, status: string, more: object = {}) =>
    who.post('/users/me/presence', { status, client: 'website', ...more });

  it('answers who is present, and sends an event when somebody arrives', async () => {
    const { email, user_id } = member.account;
    const { awaited } = await follow(guest, { event_types: ['presence'] });
    const slim = await follow(admin, { event_types: ['presence'], slim_presence: true });
    const answer = succeeded(await report(member, 'active'));
    const theirs = (answer.presences as Record<string, Loose>)[email] as Loose;
    const website = theirs.website as Loose;
    expect(website).to.include({ client: 'website', status: 'active', pushable: false });
    expect(theirs.aggregated).to.include({ client: 'website', status: 'active' });
    expect(answer.server_timestamp).to.be.at.least(Number(website.timestamp));
    const [event] = await awaited();
    expect(event).to.deep.include({ type: 'presence', email, user_id, presence: { website } });
    const [short] = await slim.awaited();
    expect(short).to.deep.include({ type: 'presence', user_id, presence: { website } });
    expect(short).not.to.have.property('email');

    expect(succeeded(await guest.get('/realm/presence')).presences).to.deep.equal(answer.presences);
    expect(succeeded(await admin.post('/register', { event_types: ['presence'] })).presences).to.deep.equal(
      answer.presences,
    );
    const slimState = { [user_id]: { active_timestamp: website.timestamp } };
    const registered = await admin.post('/register', { event_types: ['presence'], slim_presence: true });
    expect(succeeded(registered).presences).to.deep.equal(slimState);
    expect(succeeded(await report(member, 'active', { slim_presence: true })).presences).to.deep.equal(slimState);
    expect(succeeded(await report(member, 'active', { ping_only: true }))).not.to.have.property('presences');

    const alone = { status: 'active', timestamp: website.timestamp };
    for (const name of [email, user_id])
      expect(succeeded(await guest.get(`/users/${name}/presence`)).presence).to.deep.equal({
        website: alone,
        aggregated: alone,
      });
  });

  it('names the wrong parameter', async () => {
    badRequest(await report(member, 'asleep'), 'Invalid status: asleep');
    refused(await report(server.as('bot'), 'active'), { msg: 'This endpoint does not accept bot requests.' });
    const of = (who: string | number) => member.get(`/users/${who}/presence`);
    for (const who of ['nobody@x.example', 4711]) refused(await of(who), { msg: 'No such user' });
    refused(await of(server.as('bot').account.email), { msg: 'Presence is not supported for bot users.' });
    const { email } = server.as('spare').account;
    refused(await of(email), { msg: `No presence data for ${email}` });
    const type = (op: string, to: unknown) => member.post('/typing', { op, to });
    badRequest(await type('pause', [1]), "Invalid 'op' value (should be start or stop)");
    badRequest(await type('start', []), "Missing parameter: 'to' (recipient)");
    badRequest(await type('start', [4711]), 'Invalid user ID 4711');
    badRequest(await type('start', ['a@x.y']), 'to[0] is not an integer');
  });

  it('informs the participants of a conversation that somebody is typing', async () => {
    const [there, elsewhere] = [
      await follow(guest, { event_types: ['typing'] }),
      await follow(admin, { event_types: ['typing'] }),
    ];
    const to = [guest.account.user_id];
    for (const op of ['start', 'stop']) {
      succeeded(await member.post('/typing', { op, to }));
      const [event] = await there.awaited();
      const sender = { user_id: member.account.user_id, email: member.account.email };
      expect(event).to.deep.include({ type: 'typing', op, sender });
      expect(event?.recipients).to.have.deep.members([sender, { user_id: to[0], email: guest.account.email }]);
    }
    expect(await elsewhere.news()).to.deep.equal([]);
  });

  it('sends the statuses of users', async () => {
    const { user_id } = member.account;
    const { awaited } = await follow(guest, { event_types: ['user_status'] });
    const say = (fields: Parameters, who = member) => who.post('/users/me/status', fields);
    succeeded(await say({ away: true, status_text: 'on vacation' }));
    expect((await awaited())[0]).to.deep.include({
      type: 'user_status',
      user_id,
      away: true,
      status_text: 'on vacation',
    });
    const registered = async () =>
      succeeded(await guest.post('/register', { event_types: ['user_status'] })).user_status;
    expect(await registered()).to.deep.equal({ [user_id]: { away: true, status_text: 'on vacation' } });
    succeeded(await say({ away: false, status_text: '' }));
    expect(await registered()).to.deep.equal({});
    refused(await say({}), { msg: 'Client did not pass any new values.' });
    refused(await say({ away: true }, server.as('bot')), { msg: 'This endpoint does not accept bot requests.' });
    badRequest(await say({ status_text: 'x'.repeat(61) }), 'status_text is too long (limit: 60 characters)');
  });

  it('keeps only the newest events in the log (ephemeralEventsMax)', async () => {
    const { application } = server;
    const realmId = [...application.services.state.realms.keys()][0];
    if (realmId === undefined) throw new Error('no organization');
    for (let times = 0; times < 2 * limits.ephemeralEventsMax; times += 1)
      succeeded(await admin.post('/typing', { op: 'start', to: [guest.account.user_id] }));
    const stream = logStream.typing(realmId, admin.account.user_id as never);
    const left = await application.log.readStream(stream);
    // The last removal may still be under way.
    expect(left).to.have.lengthOf.within(1, limits.ephemeralEventsMax + 1);
    expect(left.at(-1)?.revision).to.equal(2 * limits.ephemeralEventsMax - 1);
  });
});
