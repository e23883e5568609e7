import { expect } from 'chai';
import type { QueueId } from '../../../src/vocabulary/ids.ts';
import { type Loose, list } from '../../support/client.ts';
import { runningServer } from '../../support/server.ts';

describe('registering and polling over HTTP', () => {
  const server = runningServer();
  const member = server.as('member');

  const send = async (content: string): Promise<Loose> => {
    const sent = await member.post('/messages', { type: 'private', to: [member.account.user_id], content });
    expect(sent.status, JSON.stringify(sent.body)).to.equal(200);
    return sent.body.id as Loose;
  };

  it('answers with the state, the versions under both names, and the last event id', async () => {
    const id = await send('before');
    const { status, body } = await member.post('/register');
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.include({
      result: 'success',
      msg: '',
      zulip_version: '3.1',
      zulip_feature_level: 27,
      service_feature_level: 27,
      user_id: member.account.user_id,
      realm_uri: server.base,
      max_message_id: id,
    });
    expect(body.queue_id).to.match(/^[0-9]+:[0-9]+$/);
    const own = list(body.realm_users).find((row) => (row.user_id as unknown) === member.account.user_id);
    expect(own).to.include({ email: member.account.email });
    expect(list(body.cross_realm_bots)).to.have.length.greaterThan(0);
    const later = await send('after');
    const poll = { queue_id: body.queue_id, last_event_id: body.last_event_id, dont_block: true };
    const events = list((await member.get('/events', poll)).body.events);
    expect(events.map(({ type, message }) => [type, message?.id])).to.deep.equal([['message', later]]);
  });

  it('returns what `fetch_event_types` names, by either name, and events of what `event_types` names', async () => {
    const { body } = await member.post('/register', {
      event_types: ['message'],
      fetch_event_types: ['subscriptions', 'muted_topics', 'zulip_version'],
    });
    expect(Object.keys(body)).to.have.members(
      'result msg queue_id last_event_id zulip_version zulip_feature_level service_version service_feature_level'
        .split(' ')
        .concat('subscriptions unsubscribed never_subscribed muted_topics'.split(' ')),
    );
    const none = await member.post('/register', { event_types: [] });
    expect(none.body).not.to.have.any.keys('realm_users', 'subscriptions', 'max_message_id');
    const all = await member.post('/register', { event_types: 'null' });
    expect(all.body).to.include.all.keys('realm_users', 'subscriptions', 'max_message_id');
  });

  it('refuses invalid values, naming the parameter', async () => {
    const refusal = async (parameters: Record<string, unknown>) => {
      const { status, body } = await member.post('/register', parameters);
      expect(status).to.equal(400);
      return body.msg;
    };
    expect(await refusal({ apply_markdown: 'x' })).to.equal('Argument "apply_markdown" is not valid JSON.');
    expect(await refusal({ client_capabilities: {} })).to.equal(
      'notification_settings_null key is missing from client_capabilities',
    );
    expect(await refusal({ client_capabilities: { notification_settings_null: 1 } })).to.equal(
      'client_capabilities["notification_settings_null"] is not a boolean',
    );
    expect(await refusal({ narrow: [['has', 'link']] })).to.equal('Operator has not supported.');
    expect(await refusal({ narrow: [['stream']] })).to.equal('narrow[0] should have exactly 2 items');
    expect(await refusal({ event_types: 'message' })).to.equal('Argument "event_types" is not valid JSON.');
    expect(await refusal({ event_types: [1] })).to.equal('event_types[0] is not a string');
    expect(await refusal({ queue_lifespan_secs: -1 })).to.equal('Invalid queue_lifespan_secs');
  });

  it('ignores unknown capabilities', async () => {
    const capabilities = { notification_settings_null: true, user_avatar_url_field_optional: true, later: false };
    const { body } = await member.post('/register', { client_capabilities: capabilities, event_types: [] });
    expect(body.result).to.equal('success');
  });

  it('stores the requested options, and whether the client uses the names of the wire (queueLifespanSecsMax, queueLifespanSecsDefault)', async () => {
    const optionsOf = async (parameters: Record<string, unknown>) => {
      const { queue_id } = (await member.post('/register', { ...parameters, fetch_event_types: [] })).body;
      const [realm] = server.application.services.state.realms.values();
      return realm?.queues.get(queue_id as unknown as QueueId)?.options;
    };
    expect(await optionsOf({})).to.deep.equal({
      applyMarkdown: false,
      clientGravatar: false,
      allPublicStreams: false,
      bulkMessageDeletion: false,
      eventTypes: null,
      wireNames: false,
      narrow: [],
      lifespanSecs: 600,
    });
    const capabilities = { notification_settings_null: false, bulk_message_deletion: true };
    const asked = {
      apply_markdown: true,
      client_gravatar: true,
      all_public_streams: true,
      client_capabilities: capabilities,
      event_types: ['message'],
      narrow: [['topic', 'x']],
      queue_lifespan_secs: 30 * 24 * 60 * 60,
    };
    expect(await optionsOf(asked)).to.deep.equal({
      applyMarkdown: true,
      clientGravatar: true,
      allPublicStreams: true,
      bulkMessageDeletion: true,
      eventTypes: ['message'],
      wireNames: false,
      narrow: [['topic', 'x']],
      lifespanSecs: 7 * 24 * 60 * 60,
    });
    expect((await optionsOf({ client: 'ZulipPython' }))?.wireNames).to.equal(true);
    expect((await optionsOf({ event_types: 'null' }))?.wireNames).to.equal(true);
    expect((await optionsOf({ client: 'curl' }))?.wireNames).to.equal(false);
  });

  it('registers by GET /events without a queue, blocking or not', async () => {
    const { status, body } = await member.get('/events', { dont_block: true, event_types: ['message'] });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.include({ result: 'success', msg: '', events: [] });
    const id = await send('to the new queue');
    const polled = await member.get('/events', { queue_id: body.queue_id });
    expect(polled.body.queue_id).to.equal(body.queue_id);
    expect(list(polled.body.events).map(({ message }) => message?.id)).to.deep.equal([id]);
  });

  it('replays a queue from its start for -1', async () => {
    const { body } = await member.post('/register', { event_types: ['message'] });
    const id = await send('x');
    const poll = { queue_id: body.queue_id, dont_block: true };
    const [event] = list((await member.get('/events', poll)).body.events);
    expect(event?.message?.id).to.equal(id);
    const rest = await member.get('/events', { ...poll, last_event_id: event?.id });
    expect(rest.body.events).to.deep.equal([]);
    const again = await member.get('/events', { ...poll, last_event_id: -1 });
    expect(list(again.body.events).map(({ message }) => message?.id)).to.deep.equal([id]);
  });

  it('deletes a queue with DELETE, once', async () => {
    const { queue_id } = (await member.post('/register', { event_types: [] })).body;
    expect((await member.delete('/events', { queue_id })).body).to.deep.equal({ result: 'success', msg: '' });
    const gone = {
      result: 'error',
      msg: `Bad event queue id: ${queue_id}`,
      code: 'BAD_EVENT_QUEUE_ID',
      queue_id,
    };
    for (const answer of [
      await member.delete('/events', { queue_id }),
      await member.get('/events', { queue_id, last_event_id: -1 }),
    ]) {
      expect(answer.status).to.equal(400);
      expect(answer.body).to.deep.equal(gone);
    }
  });

  it('refuses queue ids of another form and queues of other users', async () => {
    expect((await member.get('/events', { queue_id: 'x', dont_block: true })).body).to.include({
      code: 'BAD_EVENT_QUEUE_ID',
      msg: 'Bad event queue id: x',
    });
    const { queue_id } = (await member.post('/register', { event_types: [] })).body;
    const spare = server.as('spare');
    expect((await spare.get('/events', { queue_id, dont_block: true })).body).to.include({
      code: 'BAD_REQUEST',
      msg: 'You are not authorized to get events from this queue',
    });
    const kept = (await spare.delete('/events', { queue_id })).body;
    expect(kept).to.deep.equal({ result: 'error', msg: 'You are not authorized to access this queue' });
    expect((await member.get('/events', { queue_id, dont_block: true })).body.result).to.equal('success');
  });

  it('refuses invalid event ids, and ids that no event has had', async () => {
    const { queue_id } = (await member.post('/register', { event_types: [] })).body;
    const poll = (last_event_id: unknown) => member.get('/events', { queue_id, last_event_id, dont_block: true });
    expect((await poll('x')).body).to.include({
      code: 'REQUEST_VARIABLE_INVALID',
      msg: "Bad value for 'last_event_id': x",
    });
    expect((await poll(2 ** 52)).body.code).to.equal('BAD_REQUEST');
  });
});
