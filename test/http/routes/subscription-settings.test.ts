/** Properties of subscriptions, muted topics and notification settings over HTTP, with exact answers. */
import { expect } from 'chai';
import { list } from '../../support/client.ts';
import { runningServer } from '../../support/server.ts';

describe("the caller's own settings over HTTP", () => {
  const server = runningServer();
  const member = server.as('member');
  let streamId: number;
  const path = '/users/me/subscriptions';
  const subscription = async (name: string) =>
    list((await member.get(path)).body.subscriptions).find((one) => String(one.name) === name);
  before(async () => {
    await member.post(path, { subscriptions: [{ name: 'plans' }] });
    streamId = Number((await subscription('plans'))?.stream_id);
  });

  const set = (property: unknown, value: unknown, stream_id: unknown = streamId) =>
    member.post(`${path}/properties`, { subscription_data: [{ stream_id, property, value }] });

  it('sets properties and echoes the request, the legacy name as it was sent', async () => {
    const answer = await set('in_home_view', false);
    expect(answer.body).to.deep.equal({
      result: 'success',
      msg: '',
      subscription_data: [{ stream_id: streamId, property: 'in_home_view', value: false }],
    });
    await set('color', '#ABC');
    await set('wildcard_mentions_notify', true);
    expect(await subscription('plans')).to.deep.include({
      is_muted: true,
      in_home_view: false,
      color: '#ABC',
      wildcard_mentions_notify: true,
      desktop_notifications: null,
    });
  });

  it('reports errors without a code', async () => {
    for (const [answer, msg] of [
      [await set('nonsense', true), 'Unknown subscription property: nonsense'],
      [await set('color', 'blue'), 'color is not a valid hex color code'],
      [await set('is_muted', 'yes'), 'is_muted is not a boolean'],
      [await set('is_muted', true, 9999), 'Not subscribed to stream id 9999'],
    ] as const)
      expect([answer.status, answer.body]).to.deep.equal([400, { result: 'error', msg }]);
    expect((await set('is_muted', 1)).body).to.deep.equal({
      result: 'error',
      msg: 'subscription_data[0]["value"] is not a string or boolean',
      code: 'BAD_REQUEST',
    });
  });

  it('mutes and unmutes a topic, each once', async () => {
    const mute = (op: string, more: object = { stream: 'plans' }) =>
      member.patch(`${path}/muted_topics`, { topic: 'lunch', op, ...more });
    const uncoded = (msg: string) => ({ result: 'error', msg });
    expect((await mute('remove')).body).to.deep.equal(uncoded('Topic is not muted'));
    expect((await mute('add')).body).to.deep.equal({ result: 'success', msg: '' });
    expect((await mute('add', { stream_id: streamId })).body).to.deep.equal(uncoded('Topic already muted'));
    expect((await mute('remove', { stream_id: streamId })).body).to.deep.equal({ result: 'success', msg: '' });
    for (const [answer, msg] of [
      [await mute('add', {}), "Please supply 'stream'."],
      [await mute('add', { stream: 'plans', stream_id: streamId }), "Please choose one: 'stream' or 'stream_id'."],
      [await mute('add', { stream: 'nowhere' }), "Invalid stream name 'nowhere'"],
      [await mute('add', { stream_id: 9999 }), 'Invalid stream id'],
      [await mute('flip'), 'Invalid op'],
    ] as const)
      expect([answer.status, answer.body]).to.deep.equal([400, { result: 'error', msg, code: 'BAD_REQUEST' }]);
  });

  it('returns the notification settings that changed', async () => {
    const change = (parameters: object) => member.patch('/settings/notifications', { ...parameters });
    expect(
      (await change({ enable_sounds: false, presence_enabled: true, notification_sound: '"ding"' })).body,
    ).to.deep.equal({ result: 'success', msg: '', enable_sounds: false, notification_sound: 'ding' });
    expect((await change({ enable_sounds: false })).body).to.deep.equal({ result: 'success', msg: '' });
    for (const [parameters, msg] of [
      [{ notification_sound: 'moo' }, "Invalid notification sound 'moo'"],
      [{ desktop_icon_count_display: 4 }, 'Invalid desktop_icon_count_display'],
      [{ enable_sounds: 3 }, 'enable_sounds is not a boolean'],
    ] as const)
      expect((await change(parameters)).body).to.deep.equal({ result: 'error', msg, code: 'BAD_REQUEST' });
  });
});
