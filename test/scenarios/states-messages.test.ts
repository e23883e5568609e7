/** States and transitions of messages: each test is one row (state, request, condition: result). */
import { expect } from 'chai';
import type { AccountName, Client } from '../support/client.ts';
import { badRequest, succeeded } from '../support/expect-answer.ts';
import { follow } from '../support/following.ts';
import { newestFor } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

const missing = 'Invalid message(s)';
const forbidden = "You don't have permission to delete this message";

describe('states: messages', () => {
  const server = runningServer();
  const member = server.as('member');
  const admin = server.as('admin');

  const send = async (client: Client, content: string, to: object = {}): Promise<number> => {
    const place = { type: 'stream', to: 'general', topic: 'talk', ...to };
    return Number(succeeded(await client.post('/messages', { ...place, content })).id);
  };
  const everywhere = async (client: Client, content: string): Promise<boolean> =>
    JSON.stringify(await newestFor(client)).includes(content);

  describe('exists, DELETE /messages/{msg_id}, caller has permission: permanently deleted, success', () => {
    for (const name of ['admin', 'owner'] as const)
      it(`an ${name}`, async () => {
        const id = await send(member, `wrong ${name}`);
        expect(succeeded(await server.as(name).delete(`/messages/${id}`))).to.deep.equal({
          result: 'success',
          msg: '',
        });
        for (const who of [member, admin]) {
          badRequest(await who.get(`/messages/${id}`), missing);
          expect(await everywhere(who, `wrong ${name}`)).to.equal(false);
        }
        await server.restart();
        badRequest(await admin.get(`/messages/${id}/history`), missing);
        expect(await everywhere(member, `wrong ${name}`)).to.equal(false);
      });

    it('users who could see it get an event: message_ids with the capability, otherwise message_id', async () => {
      const bulk = await follow(member, {
        event_types: ['message_deleted'],
        client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
      });
      const single = await follow(server.as('spare'), { event_types: ['delete_message'] });
      const id = await send(member, 'told of');
      succeeded(await admin.delete(`/messages/${id}`));
      const place = { message_type: 'stream', stream_id: 1, topic: 'talk' };
      const without = (events: readonly object[]) => events.map(({ id: _, ...event }: { id?: unknown }) => event);
      expect(without(await bulk.news())).to.deep.equal([{ type: 'message_deleted', message_ids: [id], ...place }]);
      expect(without(await single.news())).to.deep.equal([{ type: 'delete_message', message_id: id, ...place }]);
    });

    it('its id is never used again, even if the server stops right after', async () => {
      const id = await send(member, 'the newest');
      succeeded(await admin.delete(`/messages/${id}`));
      await server.restart();
      expect(await send(member, 'newer')).to.be.above(id);
    });
  });

  describe('exists, DELETE /messages/{msg_id}, caller lacks permission: unchanged', () => {
    for (const name of ['member', 'spare', 'bot'] as AccountName[])
      it(`${name}`, async () => {
        const id = await send(member, `kept from ${name}`);
        badRequest(await server.as(name).delete(`/messages/${id}`), forbidden);
        expect(succeeded(await member.get(`/messages/${id}`)).raw_content).to.equal(`kept from ${name}`);
      });

    it('an administrator who cannot see it gets the same error as for an unknown message', async () => {
      const id = await send(member, 'between us', { type: 'private', to: [server.as('spare').account.user_id] });
      badRequest(await admin.delete(`/messages/${id}`), missing);
      badRequest(await server.as('owner').delete(`/messages/${id}`), missing);
      expect(succeeded(await member.get(`/messages/${id}`)).raw_content).to.equal('between us');
    });
  });

  describe('nonexistent, DELETE /messages/{msg_id} or GET .../history: error BAD_REQUEST, msg about invalid message', () => {
    it('already deleted', async () => {
      const id = await send(member, 'gone');
      succeeded(await admin.delete(`/messages/${id}`));
      badRequest(await admin.delete(`/messages/${id}`), missing);
      badRequest(await member.delete(`/messages/${id}`), missing);
      badRequest(await admin.get(`/messages/${id}/history`), missing);
    });

    it('never sent', async () => {
      for (const id of [0, 4711, Number.MAX_SAFE_INTEGER]) {
        badRequest(await admin.delete(`/messages/${id}`), missing);
        badRequest(await admin.get(`/messages/${id}/history`), missing);
        badRequest(await admin.get(`/messages/${id}`), missing);
      }
    });

    it('not visible to the caller', async () => {
      const id = await send(member, 'secret', { type: 'private', to: [admin.account.user_id] });
      badRequest(await server.as('spare').get(`/messages/${id}/history`), missing);
      badRequest(await server.as('spare').delete(`/messages/${id}`), missing);
      badRequest(await server.as('guest').delete(`/messages/${id}`), missing);
    });

    it('deleted by two users at the same time: one succeeds', async () => {
      const id = await send(member, 'twice');
      const answers = await Promise.all([admin, server.as('owner')].map((who) => who.delete(`/messages/${id}`)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400]);
    });
  });
});
