/** POST /messages/render: the HTML of each construct, and that a sent message has the same HTML (docs/api.md, Rendering). */
import { expect } from 'chai';
import { succeeded } from '../support/expect-answer.ts';
import { listedFor, said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

const emoji = (name: string, code: string): string => {
  const label = name.replaceAll('_', ' ');
  return `<span aria-label="${label}" class="emoji emoji-${code}" role="img" title="${label}">:${name}:</span>`;
};

const rows: [name: string, content: string, html: string][] = [
  ['strong', '**foo**', '<p><strong>foo</strong></p>'],
  ['emphasis', '*foo*', '<p><em>foo</em></p>'],
  ['strikethrough', '~~x~~', '<p><del>x</del></p>'],
  ['underscores are not markup', '_foo_ and __foo__', '<p>_foo_ and __foo__</p>'],
  ['heading', '# H', '<h1>H</h1>'],
  ['# without a space is not a heading', '#H', '<p>#H</p>'],
  ['line break', 'a\nb', '<p>a<br>\nb</p>'],
  ['raw HTML is escaped', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['quote', '> q', '<blockquote>\n<p>q</p>\n</blockquote>'],
  ['quote fence', '```quote\nq\n```', '<blockquote>\n<p>q</p>\n</blockquote>'],
  ['code', '`a < b`', '<p><code>a &lt; b</code></p>'],
  ['code fence', '```\nx\n```', '<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>'],
  ['indented code', '    x', '<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>'],
  ['emoji', ':smile:', `<p>${emoji('smile', '1f642')}</p>`],
  ['emoji with an underscore', ':thumbs_up:', `<p>${emoji('thumbs_up', '1f44d')}</p>`],
  ['unknown emoji', ':no_such_thing:', '<p>:no_such_thing:</p>'],
  ['bare link', 'https://x.example', '<p><a href="https://x.example">https://x.example</a></p>'],
  ['link', '[t](https://x.example)', '<p><a href="https://x.example">t</a></p>'],
  ['javascript: URL is not a link', '[t](javascript:alert)', '<p>[t](javascript:alert)</p>'],
  ['time', '<time:2017-12-31T00:00:00Z>', '<p><time datetime="2017-12-31T00:00:00Z">2017-12-31T00:00:00Z</time></p>'],
  ['invalid time', '<time:never>', '<p><span class="timestamp-error">Invalid time format: never</span></p>'],
  [
    'spoiler',
    '```spoiler Head\nhidden\n```',
    '<div class="spoiler-block"><div class="spoiler-header">\n\n<p>Head</p>\n</div>' +
      '<div class="spoiler-content" aria-hidden="true">\n\n<p>hidden</p>\n</div></div>',
  ],
  ['list right after a paragraph', 'x\n* a\n* b', '<p>x</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  ['nothing', ' ', '<p></p>'],
  ['me', '/me waves', '<p>/me waves</p>'],
  ['nobody', '@**Nobody Here**', '<p>@**Nobody Here**</p>'],
  ['nowhere', '#**no such stream**', '<p>#**no such stream**</p>'],
  ['@all without asterisks', '@all', '<p>@all</p>'],
];

describe('POST /messages/render', () => {
  const server = runningServer();
  const member = server.as('member');

  const rendered = async (content: string): Promise<string> => {
    const body = succeeded(await member.post('/messages/render', { content }));
    expect(body).to.have.all.keys('rendered', 'msg', 'result');
    return String(body.rendered);
  };
  const renderedAs = async (content: string): Promise<string> => {
    const { content: html } = await listedFor(member, await said(member, 'general', 't', content));
    return String(html);
  };

  for (const [name, content, html] of rows)
    it(`${name}: ${JSON.stringify(content)}`, async () => {
      expect(await rendered(content)).to.equal(html);
      if (content.trim() !== '') expect(await renderedAs(content)).to.equal(html);
    });

  it('mentions: by name, with id, silent, and of all', async () => {
    const { user_id: id, full_name: name } = server.as('spare').account;
    const mention = `<span class="user-mention" data-user-id="${id}">@${name}</span>`;
    const silent = `<span class="user-mention silent" data-user-id="${id}">${name}</span>`;
    expect(await rendered(`@**${name}**`)).to.equal(`<p>${mention}</p>`);
    expect(await rendered(`@**${name.toUpperCase()}**`)).to.equal(`<p>${mention}</p>`);
    expect(await rendered(`@**${name}|${id}** (@_**${name}**)`)).to.equal(`<p>${mention} (${silent})</p>`);
    for (const word of ['all', 'everyone', 'stream'])
      expect(await rendered(`@**${word}**`)).to.equal(
        `<p><span class="user-mention" data-user-id="*">@${word}</span></p>`,
      );
    expect(await rendered(`x@**${name}**`)).to.equal(`<p>x@<strong>${name}</strong></p>`);
    expect(await rendered(`\`@**${name}**\``)).to.equal(`<p><code>@**${name}**</code></p>`);
  });

  it('links to streams and topics', async () => {
    expect(await rendered('#**general**')).to.equal(
      '<p><a class="stream" data-stream-id="1" href="/#narrow/stream/1-general">#general</a></p>',
    );
    expect(await rendered('#**general>some topic**')).to.equal(
      '<p><a class="stream-topic" data-stream-id="1" href="/#narrow/stream/1-general/topic/some.20topic">' +
        '#general &gt; some topic</a></p>',
    );
  });

  it('math and highlighted code', async () => {
    expect(await rendered('$$x^2$$'))
      .to.include('class="katex"')
      .and.include('x^2');
    expect(await rendered('```math\nx^2\n```')).to.include('katex-display');
    expect(await rendered('```python\nreturn 1\n```')).to.match(
      /^<div class="codehilite".*<span class="[^"]+">return</s,
    );
  });

  it('sends no message, and needs authentication', async () => {
    const before = server.appended;
    await rendered('not sent');
    expect(server.appended).to.equal(before);
    const nobody = server.with({ email: member.account.email, api_key: 'not a key' });
    expect((await nobody.post('/messages/render', { content: 'x' })).status).to.equal(401);
  });
});
