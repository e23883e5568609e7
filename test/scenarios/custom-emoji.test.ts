/** Emoji of the organization, and avatars in messages (docs/api.md, Emoji). */
import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import { authorizationOf, type Client } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { download, postFiles } from '../support/files-over-http.ts';
import { follow } from '../support/following.ts';
import { listedFor, said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

const gif = 'GIF89a';

describe('custom emoji', () => {
  const server = runningServer();
  const owner = server.as('owner');
  const member = server.as('member');

  const add = (name: string, by = member, bytes = gif) =>
    postFiles(server.base, by, `/realm/emoji/${name}`, { bytes, name: 'x.gif' });
  const all = async () => succeeded(await member.get('/realm/emoji')).emoji;
  const say = (content: string): Promise<number> => said(member, 'general', 't', content);
  const react = (id: number, more: Parameters<Client['post']>[1], by = owner) =>
    by.post(`/messages/${id}/reactions`, more);

  it('are listed, sent to everybody, and shown to everybody with the address', async () => {
    const queue = await follow(owner, { event_types: ['realm_emoji'] });
    expect(queue.state.realm_emoji).to.deep.equal({});
    succeeded(await add('green_tick'));
    const emoji = await all();
    expect(emoji?.['1']).to.include({ id: '1', name: 'green_tick', deactivated: false });
    expect(await queue.news())
      .to.have.nested.property('[0].realm_emoji')
      .that.deep.equals(emoji);
    const { status, headers } = await download(server.base, String(emoji?.['1']?.source_url));
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'image/gif']);
    badRequest(await add('green_tick'), 'A custom emoji with this name already exists.');
  });

  it('are pictures in messages, take precedence over Unicode emoji, and stay in old messages', async () => {
    succeeded(await add('tada'));
    const { source_url } = Object.values((await all()) ?? {}).find(({ name }) => String(name) === 'tada') ?? {};
    const { rendered } = succeeded(await member.post('/messages/render', { content: 'so :tada: :green_tick:x' }));
    expect(rendered).to.include(`<img alt=":tada:" class="emoji" src="${source_url}" title="tada">`);
    expect(rendered).to.include('title="green tick"');
    const id = await say(':tada:');
    succeeded(await member.delete('/realm/emoji/tada'));
    expect((await listedFor(member, id)).content).to.include(source_url);
    expect((await download(server.base, String(source_url))).status).to.equal(200);
    const { rendered: later } = succeeded(await member.post('/messages/render', { content: ':tada:' }));
    expect(later).to.include('emoji-1f389');
  });

  it('can be used in reactions, by name or by code, as long as they are active', async () => {
    succeeded(await add('yes'));
    const code = Object.values((await all()) ?? {}).find(({ name }) => String(name) === 'yes')?.id;
    const queue = await follow(member, { event_types: ['reaction'] });
    const id = await say('?');
    succeeded(await react(id, { emoji_name: 'yes' }));
    succeeded(await react(id, { emoji_name: 'yes', emoji_code: code, reaction_type: 'realm_emoji' }, member));
    for (const event of await queue.news())
      expect(event).to.include({ emoji_name: 'yes', emoji_code: code, reaction_type: 'realm_emoji' });
    badRequest(await react(id, { emoji_name: 'yes' }), 'Reaction already exists.');
    succeeded(await member.delete('/realm/emoji/yes'));
    badRequest(await react(await say('?'), { emoji_name: 'yes' }), "Emoji 'yes' does not exist");
    badRequest(
      await react(await say('?'), { emoji_name: 'yes', emoji_code: code, reaction_type: 'realm_emoji' }),
      'Invalid emoji code.',
    );
    succeeded(await owner.delete(`/messages/${id}/reactions`, { emoji_code: code, reaction_type: 'realm_emoji' }));
  });

  it('that hide a Unicode emoji leave it to reactions by its code', async () => {
    succeeded(await add('octopus'));
    const unicode = { emoji_name: 'octopus', emoji_code: '1f419', reaction_type: 'unicode_emoji' };
    succeeded(await react(await say('?'), unicode));
    succeeded(await owner.delete('/realm/emoji/octopus'));
  });

  it('are refused if they are not images, several, or not allowed for the caller (emojiMibMax)', async () => {
    badRequest(await add('Upper'), 'Invalid characters in emoji name');
    refused(await member.post('/realm/emoji/none'), { msg: 'You must upload exactly one file.' });
    refused(await add('svg', member, '<svg/>'), {
      code: 'BAD_IMAGE',
      msg: 'Could not decode image; did you upload an image file?',
    });
    refused(await add('large', member, gif.padEnd(limits.emojiMibMax * 1024 * 1024 + 1, 'x')), {
      msg: 'Uploaded file is larger than the allowed limit of 5 MiB',
    });
    badRequest(await add('guests', server.as('guest')), 'Not allowed for guest users');
    badRequest(await server.as('spare').delete('/realm/emoji/nothing'), "Emoji 'nothing' does not exist");
    badRequest(
      await server.as('spare').delete('/realm/emoji/green_tick'),
      'Must be an organization administrator or emoji author',
    );
    succeeded(await owner.patch('/realm', { add_emoji_by_admins_only: true }));
    badRequest(await add('closed'), 'Must be an organization administrator');
  });

  it('/avatar/ leads to the current avatar of a user, for the users of the organization', async () => {
    const address = `/avatar/${encodeURIComponent(member.account.email)}?s=30`;
    const { avatar_url } = succeeded(
      await postFiles(server.base, member, '/users/me/avatar', { bytes: gif, name: 'a.gif' }),
    );
    const lead = async (path: string, by?: Client) => {
      const headers = new Headers(by && { authorization: authorizationOf(by) });
      const answer = await fetch(server.base + path, { redirect: 'manual', headers });
      return [answer.status, answer.headers.get('location')];
    };
    expect(await lead(address, owner)).to.deep.equal([302, avatar_url]);
    expect(await lead(`/avatar/${member.account.user_id}`, owner)).to.deep.equal([302, avatar_url]);
    const medium = String(avatar_url).replace('.png', '-medium.png');
    for (const who of [member.account.email, member.account.user_id])
      expect(await lead(`/avatar/${who}/medium`, owner)).to.deep.equal([302, medium]);
    expect((await lead('/avatar/nobody@x.example', owner))[1]).to.include('gravatar.com');
    expect((await lead(address))[0]).to.equal(401);
  });
});
