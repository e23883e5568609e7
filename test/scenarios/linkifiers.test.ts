/** Linkifiers over HTTP: created, applied to messages and topics, sent to clients, and removed. */
import { expect } from 'chai';
import { refused, succeeded } from '../support/expect-answer.ts';
import { newsOf } from '../support/following.ts';
import { listedFor, said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

const rule = { pattern: '#(?P<id>[0-9]{2,8})', url_format_string: 'https://t.example/%(id)s' };

describe('linkifiers', () => {
  const server = runningServer();
  const owner = server.as('owner');
  const member = server.as('member');

  const rendered = async (content: string) =>
    String(succeeded(await member.post('/messages/render', { content })).rendered);

  it('become links in messages and topics, and are sent to everyone', async () => {
    const queue = succeeded(await server.as('guest').post('/register', { event_types: ['realm_filters'] }));
    const { id } = succeeded(await owner.post('/realm/filters', rule));
    const row = [rule.pattern, rule.url_format_string, id];
    expect(succeeded(await member.get('/realm/filters')).filters).to.deep.equal([row]);
    const again = await server.as('guest').post('/register', { fetch_event_types: ['realm_filters'] });
    expect(again.body.realm_filters).to.deep.equal([row]);
    expect(await rendered('see #12')).to.equal('<p>see <a href="https://t.example/12">#12</a></p>');
    expect(await rendered('see #12 and *#13*')).to.include('<em><a href="https://t.example/13">#13</a></em>');
    expect(await rendered('see x#12 and `#13`')).to.not.include('t.example');
    const { topic_links } = await listedFor(owner, await said(member, 'general', 'bug #77'));
    expect(topic_links).to.deep.equal(['https://t.example/77']);
    succeeded(await owner.delete(`/realm/filters/${id}`));
    refused(await owner.delete(`/realm/filters/${id}`), { msg: 'Filter not found' });
    expect(await rendered('see #12')).to.equal('<p>see #12</p>');
    expect((await newsOf(server.as('guest'), queue)).map((event) => event.realm_filters)).to.deep.equal([[row], []]);
  });

  it('are refused with the fault, by field', async () => {
    refused(await member.post('/realm/filters', rule), {
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    });
    const badPattern = 'Invalid filter pattern.  Valid characters are [ a-zA-Z_#=/:+!-].';
    refused(await owner.post('/realm/filters', { ...rule, pattern: '(?P<id>(a+)+\\1)' }), {
      msg: badPattern,
      errors: { pattern: [badPattern] },
    });
    refused(await owner.post('/realm/filters', { ...rule, url_format_string: 'https://t.example/%(x)s' }), {
      msg: 'Invalid URL format string.',
      errors: { url_format_string: ['Invalid URL format string.'] },
    });
  });
});
