/** A deleted message is unreachable at once for everyone, and after the scrub its bytes are in no file of the data folder. */
import { expect } from 'chai';
import { list } from '../support/client.ts';
import { filesHolding } from '../support/files-holding.ts';
import { newestFor } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';
import { embedded } from '../support/test-stores.ts';

/** A text that no other data contains, so that finding it means finding the message. */
const secret = 'quixotic-marmalade-7319';

describe('deleting a message', () => {
  const server = runningServer(embedded);
  const member = server.as('member');
  const admin = server.as('admin');
  let messageId: number;
  let queue: { queue_id: unknown; last_event_id: unknown };

  before(async () => {
    const registered = await admin.post('/register', { event_types: ['message', 'delete_message', 'update_message'] });
    queue = { queue_id: registered.body.queue_id, last_event_id: registered.body.last_event_id };
    const sent = await member.post('/messages', {
      type: 'stream',
      to: 'general',
      topic: 'leaks',
      content: `first ${secret}`,
    });
    messageId = Number(sent.body.id);
    const edited = await member.patch(`/messages/${messageId}`, { content: `second ${secret}` });
    expect(edited.body).to.include({ result: 'success' });
  });

  it('is allowed for administrators', async () => {
    const refused = await member.delete(`/messages/${messageId}`);
    expect(refused.status).to.equal(400);
    expect(refused.body).to.include({
      code: 'BAD_REQUEST',
      msg: "You don't have permission to delete this message",
    });
  });

  it('makes it unreachable at once', async () => {
    expect(filesHolding(server.data, secret), 'the search finds the text before the deletion').to.not.deep.equal([]);
    const deleted = await admin.delete(`/messages/${messageId}`);
    expect(deleted.body).to.include({ result: 'success', msg: '' });
    for (const who of [member, admin]) {
      for (const path of [`/messages/${messageId}`, `/messages/${messageId}/history`]) {
        const gone = await who.get(path);
        expect([gone.status, gone.body.msg], path).to.deep.equal([400, 'Invalid message(s)']);
      }
      const again = await who.delete(`/messages/${messageId}`);
      expect(again.body).to.include({ code: 'BAD_REQUEST', msg: 'Invalid message(s)' });
      expect(JSON.stringify(await newestFor(who))).to.not.include(secret);
      expect(await newestFor(who, { narrow: [{ operator: 'search', operand: 'quixotic' }] })).to.deep.equal([]);
    }
  });

  it('leaves only the deletion in the queues, without the text', async () => {
    const polled = await admin.get('/events', { ...queue, dont_block: true });
    expect(list(polled.body.events).map((event) => [event.type, event.message_id])).to.deep.equal([
      ['delete_message', messageId],
    ]);
    expect(JSON.stringify(polled.body)).to.not.include(secret);
  });

  it('removes its bytes from the disk with the scrub, and stays deleted after a restart', async () => {
    await server.application.scrub();
    expect(filesHolding(server.data, secret)).to.deep.equal([]);
    await server.restart();
    const gone = await admin.get(`/messages/${messageId}`);
    expect(gone.body).to.include({ msg: 'Invalid message(s)' });
    const polled = await admin.get('/events', { ...queue, dont_block: true });
    expect(list(polled.body.events).map((event) => event.type)).to.deep.equal(['delete_message']);
    expect(filesHolding(server.data, secret)).to.deep.equal([]);
  });
});
