import { expect } from 'chai';
import type { QueueId } from '../../../src/vocabulary/ids.ts';
import { runningServer } from '../../support/server.ts';

describe('registering over HTTP', () => {
  const server = runningServer();
  const member = server.as('member');

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
});
