/** POST /submessage (docs/api.md, Submessages). */
import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import { type Client, list, type Parameters } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { filesHolding } from '../support/files-holding.ts';
import { follow } from '../support/following.ts';
import { lowerLimits } from '../support/lower-limits.ts';
import { listedFor, said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

describe('submessages', () => {
  lowerLimits({ submessageEditsPerRequest: 5 });
  const server = runningServer({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '1000000' });
  let [member, admin, guest]: Client[] = [];
  before(async () => {
    [member, admin, guest] = [server.as('member'), server.as('admin'), server.as('guest')];
  });

  const send = (): Promise<number> => said(server.as('member'), 'general', 'polls', 'which one?');
  const add = (message_id: number, content: string, by = admin, more: Parameters = {}) =>
    (by as Client).post('/submessage', { message_id, msg_type: 'widget', content, ...more });
  const listed = async (id: number) => list((await listedFor(server.as('member'), id)).submessages);

  it('are listed with the message, sent to those who have it, and removed with it', async () => {
    const id = await send();
    const { awaited } = await follow(server.as('member'), { event_types: ['submessage'], fetch_event_types: [] });
    const vote = '{"vote": "Submessage-Word-1"}';
    succeeded(await add(id, vote));
    const shown = { message_id: id, sender_id: admin?.account.user_id, msg_type: 'widget', content: vote };
    const [event] = await awaited();
    expect(event).to.deep.include({ type: 'submessage', ...shown });
    expect(await listed(id)).to.deep.equal([{ id: event?.submessage_id, ...shown }]);
    // An edit, and another restart, leave them.
    succeeded(await server.as('member').patch(`/messages/${id}`, { content: 'changed' }));
    await server.restart();
    succeeded(await add(id, '[]', member));
    expect((await listed(id)).map(({ content }) => String(content))).to.deep.equal([vote, '[]']);
    succeeded(await server.as('member').patch(`/messages/${id}`, { content: 'changed again' }));
    succeeded(await server.as('admin').delete(`/messages/${id}`));
    await server.application.caughtUp();
    await server.application.scrub();
    expect(filesHolding(server.data, 'Submessage-Word-1')).to.deep.equal([]);
  });

  it('name the wrong parameter', async () => {
    const id = await send();
    refused(await add(id, '{'), { msg: 'Invalid json for submessage' }, 400);
    badRequest(await add(4_711_000, '{}'), 'Invalid message(s)');
    const note = { type: 'private', to: [admin?.account.user_id], content: 'between us' } as Parameters;
    const { id: privately } = succeeded(await server.as('member').post('/messages', note));
    badRequest(await add(Number(privately), '{}', guest), 'Invalid message(s)');
    expect(String((await add(id, '{}', admin, { message_id: 'x' })).body.msg)).to.include('message_id');
    for (const missing of ['message_id', 'msg_type', 'content']) {
      const { [missing]: _, ...asked } = { message_id: id, msg_type: 'x', content: '{}' } as Record<string, unknown>;
      const answer = await server.as('admin').post('/submessage', asked as never);
      expect(answer.body).to.include({ code: 'REQUEST_VARIABLE_MISSING', var_name: missing });
    }
  });

  it('count as more requests if the message was changed often, because all of it is read (submessageEditsPerRequest)', async () => {
    const id = await send();
    for (let at = 0; at < limits.submessageEditsPerRequest; at += 1)
      succeeded(await server.as('member').patch(`/messages/${id}`, { content: `version ${at}` }));
    const left = async () => Number((await add(id, '{}')).headers.get('X-RateLimit-Remaining'));
    const before = await left();
    // It is charged to the next request.
    expect(before - (await left())).to.equal(2);
  });
});
