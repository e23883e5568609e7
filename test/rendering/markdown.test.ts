import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { renderMarkdown } from '../../src/rendering/markdown.ts';
import { context } from './support.ts';

const emoji = (name: string, code: string, title = name) =>
  `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`;
const code = (inner: string) => `<div class="codehilite"><pre><span></span><code>${inner}</code></pre></div>`;
const spoiler = (header: string, content: string) =>
  `<div class="spoiler-block"><div class="spoiler-header">\n${header}</div><div class="spoiler-content" aria-hidden="true">\n\n${content}</div></div>`;

type Row = [written: string, html: string];
const tables: Record<string, Row[]> = {
  'text and emphasis': [
    ['', '<p></p>'],
    [' \n\t ', '<p></p>'],
    ['hello', '<p>hello</p>'],
    ['**foo**', '<p><strong>foo</strong></p>'],
    ['*foo*', '<p><em>foo</em></p>'],
    ['~~x~~', '<p><del>x</del></p>'],
    ['_foo_', '<p>_foo_</p>'],
    ['__foo__', '<p>__foo__</p>'],
    ['a_b_c **d_e**', '<p>a_b_c <strong>d_e</strong></p>'],
    ['const char *x = (char *)y', '<p>const char *x = (char *)y</p>'],
    ['c:\\temp\\*.txt', '<p>c:\\temp\\*.txt</p>'],
    ['a\nb', '<p>a<br>\nb</p>'],
    ['a\n\nb', '<p>a</p>\n<p>b</p>'],
    ['a\r\nb', '<p>a<br>\nb</p>'],
    ['/me waves', '<p>/me waves</p>'],
    ['  notcode', '<p>notcode</p>'],
    ['!avatar(hamlet) !gravatar(hamlet)', '<p>!avatar(hamlet) !gravatar(hamlet)</p>'],
  ],
  'raw HTML': [
    ['<b>x</b>', '<p>&lt;b&gt;x&lt;/b&gt;</p>'],
    ['<script>alert("1")</script>', '<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</p>'],
    ['<!-- x -->', '<p>&lt;!-- x --&gt;</p>'],
    ['& &amp; &amp;amp;', '<p>&amp; &amp; &amp;amp;</p>'],
    ['`<i>`', '<p><code>&lt;i&gt;</code></p>'],
  ],
  headings: [
    ['# H', '<h1>H</h1>'],
    ['###### H', '<h6>H</h6>'],
    ['####### H', '<p>####### H</p>'],
    ['#H', '<p>#H</p>'],
    ['H\n===', '<p>H<br>\n===</p>'],
  ],
  'quotes, lists, tables': [
    ['> q', '<blockquote>\n<p>q</p>\n</blockquote>'],
    ['```quote\na\n\nb\n```', '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>'],
    [
      'said:\n~~~ quote\n**a**\n~~~\nend',
      '<p>said:</p>\n<blockquote>\n<p><strong>a</strong></p>\n</blockquote>\n<p>end</p>',
    ],
    ['```quote\n```\nnot code', '<blockquote></blockquote>\n<p>not code</p>'],
    ['~~~ quote\n```\nx\n```\ny\n~~~\nz', `<blockquote>\n${code('x\n')}\n<p>y</p>\n</blockquote>\n<p>z</p>`],
    [
      '```quote\n```quote\na\n```\nb\n```',
      '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n</blockquote>',
    ],
    ['text\n* a\n* b', '<p>text</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    ['text\n\n- a\n- b', '<p>text</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    ['1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['3. a', '<ol start="3">\n<li>a</li>\n</ol>'],
    [
      'a | b\n--|:-:\n1 | 2',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th style="text-align:center">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td style="text-align:center">2</td>\n</tr>\n</tbody>\n</table>',
    ],
    ['a\n\n---\n\nb', '<p>a</p>\n<hr>\n<p>b</p>'],
  ],
  code: [
    ['`a * b`', '<p><code>a * b</code></p>'],
    ['```\nx < 1\n```', code('x &lt; 1\n')],
    ['~~~~\nx', code('x\n')],
    ['```nosuchlanguage\nx = 1\n```', code('x = 1\n')],
    ['~~~~.python \nx = 1\n~~~~', code('x = <span class="hljs-number">1</span>\n')],
    ['```python\nx = 1\n```', code('x = <span class="hljs-number">1</span>\n')],
    ['    indented\n    more', code('indented\nmore\n')],
    ['```\n**a** :smile:\n```', code('**a** :smile:\n')],
  ],
  spoilers: [
    ['```spoiler Head\nx\n```', spoiler('\n<p>Head</p>\n', '<p>x</p>\n')],
    ['```spoiler\nx\n```', spoiler('', '<p>x</p>\n')],
    ['```spoiler **H** :heart:\n```', spoiler(`\n<p><strong>H</strong> ${emoji('heart', '2764')}</p>\n`, '')],
    [
      '```spoiler a\n```spoiler b\nx\n```\ny\n```',
      spoiler('\n<p>a</p>\n', `${spoiler('\n<p>b</p>\n', '<p>x</p>\n')}\n<p>y</p>\n`),
    ],
  ],
  emoji: [
    [':smile:', `<p>${emoji('smile', '1f642')}</p>`],
    [':+1: :thumbs_up:', `<p>${emoji('+1', '1f44d')} ${emoji('thumbs_up', '1f44d', 'thumbs up')}</p>`],
    [':heart::octopus:', `<p>${emoji('heart', '2764')}${emoji('octopus', '1f419')}</p>`],
    [':tada:x:wave:', `<p>${emoji('tada', '1f389')}x${emoji('wave', '1f44b')}</p>`],
    ['**:smile:**', `<p><strong>${emoji('smile', '1f642')}</strong></p>`],
    [':not_an_emoji: x::y::z 10:30:00', '<p>:not_an_emoji: x::y::z 10:30:00</p>'],
    ['🙂', `<p>${emoji('smile', '1f642')}</p>`],
    ['a👍b❤️ ❤', `<p>a${emoji('+1', '1f44d')}b${emoji('heart', '2764')} ${emoji('heart', '2764')}</p>`],
    ['🇺🇸 1️⃣', `<p>${emoji('us', '1f1fa-1f1f8')} ${emoji('one', '0031-20e3')}</p>`],
    ['© 2 ↔ #', '<p>© 2 ↔ #</p>'],
    ['`🙂 :smile:`', '<p><code>🙂 :smile:</code></p>'],
    [
      ':zulip:',
      '<p><img alt=":zulip:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip"></p>',
    ],
  ],
  links: [
    ['https://x.y', '<p><a href="https://x.y">https://x.y</a></p>'],
    [
      '(see https://x.y/a(b)?c=1&d=2#e).',
      '<p>(see <a href="https://x.y/a(b)?c=1&amp;d=2#e">https://x.y/a(b)?c=1&amp;d=2#e</a>).</p>',
    ],
    ['*https://x.y/a_b*', '<p><em><a href="https://x.y/a_b">https://x.y/a_b</a></em></p>'],
    ['https://x.y/:smile:/*a*', '<p><a href="https://x.y/:smile:/*a">https://x.y/:smile:/*a</a>*</p>'],
    ['xhttp://x.y http:// ftp://x.y', '<p>xhttp://x.y http:// ftp://x.y</p>'],
    ['<https://x.y>', '<p>&lt;<a href="https://x.y">https://x.y</a>&gt;</p>'],
    ['www.x.y, x.y', '<p><a href="http://www.x.y">www.x.y</a>, x.y</p>'],
    ['a.b+c@x.example. @x a@b', '<p><a href="mailto:a.b+c@x.example">a.b+c@x.example</a>. @x a@b</p>'],
    ['[t](http://u/v)', '<p><a href="http://u/v">t</a></p>'],
    ['[t](mailto:a@b.c)', '<p><a href="mailto:a@b.c">t</a></p>'],
    ['[t](/a/b:c) [t](#x) [t](a.html)', '<p><a href="/a/b:c">t</a> <a href="#x">t</a> <a href="a.html">t</a></p>'],
    ['[](https://x.y)', '<p><a href="https://x.y">https://x.y</a></p>'],
    ['[**b** https://a.b](https://x.y)', '<p><a href="https://x.y"><strong>b</strong> https://a.b</a></p>'],
    ['![pic](https://x.y/z.png)', '<p><a href="https://x.y/z.png">pic</a></p>'],
    ['[![pic](https://x.y/z.png)](https://u.v)', '<p><a href="https://u.v">pic</a></p>'],
    ['[world]\n\n[world]: /x', '<p>[world]</p>\n<p>[world]: /x</p>'],
    ['[t](javascript:alert)', '<p>[t](javascript:alert)</p>'],
    ['[t](JaVaScRiPt&colon;alert)', '<p>[t](JaVaScRiPt:alert)</p>'],
    ['[t](data:text/html,x)', '<p>[t](data:text/html,x)</p>'],
    ['[t](vbscript:x) [t](file:///etc)', '<p>[t](vbscript:x) [t](file:///etc)</p>'],
  ],
  times: [
    ['<time:2017-12-31T00:00:00Z>', '<p><time datetime="2017-12-31T00:00:00Z">2017-12-31T00:00:00Z</time></p>'],
    [
      '<time:2017-12-31T02:30:00+02:30>',
      '<p><time datetime="2017-12-31T00:00:00Z">2017-12-31T02:30:00+02:30</time></p>',
    ],
    ['<time:2017-12-31 01:02>', '<p><time datetime="2017-12-31T01:02:00Z">2017-12-31 01:02</time></p>'],
    ['<time:1514678400>', '<p><time datetime="2017-12-31T00:00:00Z">1514678400</time></p>'],
    ['<time:2017-02-31>', '<p><span class="timestamp-error">Invalid time format: 2017-02-31</span></p>'],
    ['<time:<b"&>', '<p><span class="timestamp-error">Invalid time format: &lt;b&quot;&amp;</span></p>'],
    [
      '<time:Jun 5th 2017, 10:30pm KST>',
      '<p><time datetime="2017-06-05T13:30:00Z">Jun 5th 2017, 10:30pm KST</time></p>',
    ],
    ['<time:', '<p>&lt;time:</p>'],
  ],
  'formulas that are none': [
    ['costs $5 and $$6', '<p>costs $5 and $$6</p>'],
    ['$$\\nosuchmacro$$', '<p><span class="tex-error">$$\\nosuchmacro$$</span></p>'],
    ['```math\n\\nosuch<b>\n```', '<p><span class="tex-error">\\nosuch&lt;b&gt;</span></p>'],
  ],
};

describe('markdown', () => {
  for (const [title, rows] of Object.entries(tables)) {
    describe(title, () => {
      for (const [written, html] of rows) {
        it(JSON.stringify(written), () => expect(renderMarkdown(written, context).html).to.equal(html));
      }
    });
  }

  it('the picture of :zulip: is among the files of the page', () => {
    const [, address] = /src="([^"]+)"/.exec(renderMarkdown(':zulip:', context).html) ?? [];
    expect(existsSync(join('web/public', String(address)))).to.equal(true);
  });

  it('renders formulas, inside a line and as blocks', () => {
    const inline = renderMarkdown('a $$x^2$$ b', context).html;
    expect(inline).to.match(/^<p>a <span class="katex">.*<\/span> b<\/p>$/s);
    const display = renderMarkdown('```math\nx^2\n```', context).html;
    expect(display).to.match(/^<p><span class="katex-display"><span class="katex">.*<\/span><\/p>$/s);
  });

  it('takes the language of a fence that names none from the context', () => {
    const html = (content: string) => renderMarkdown(content, { ...context, codeLanguage: 'Python' }).html;
    expect(html('```\nx = 1\n```')).to.equal(code('x = <span class="hljs-number">1</span>\n'));
    expect(html('```text\nx = 1\n```')).to.equal(code('x = 1\n'));
    expect(html('    x = 1'), 'no fence').to.equal(code('x = 1\n'));
  });

  it('tells whether there are links, images and uploads', () => {
    const flags = (content: string) => {
      const { hasLink, hasImage, hasAttachment } = renderMarkdown(content, context);
      return { hasLink, hasImage, hasAttachment };
    };
    const none = { hasLink: false, hasImage: false, hasAttachment: false };
    expect(flags('nothing, `https://x.y`, #**Denmark**')).to.deep.equal(none);
    expect(flags('https://x.y')).to.deep.equal({ ...none, hasLink: true });
    expect(flags('> [a](mailto:x@y.z)')).to.deep.equal({ ...none, hasLink: true });
    expect(flags('https://x.y/a.PNG?x')).to.deep.equal({ ...none, hasLink: true, hasImage: true });
    expect(flags('![a](b)')).to.deep.equal({ ...none, hasLink: true, hasImage: true });
    expect(flags('[a](/user_uploads/1/a.txt)')).to.deep.equal({ ...none, hasLink: true, hasAttachment: true });
  });

  it('applies linkifiers to text, not to code or links', () => {
    const linkifiers = [{ pattern: '#(?P<id>[0-9]{2,8})', urlFormat: 'https://t.example/%(id)s' }];
    const { html } = renderMarkdown('#123, x#123 #123x `#123` [#123](/y)', { ...context, linkifiers });
    expect(html).to.equal(
      '<p><a href="https://t.example/123">#123</a>, x#123 #123x <code>#123</code> <a href="/y">#123</a></p>',
    );
    expect(
      renderMarkdown('fixes 42', {
        ...context,
        linkifiers: [{ pattern: '(?P<id>4[0-9])', urlFormat: 'javascript:%(id)s' }],
      }).html,
    ).to.equal('<p>fixes 42</p>');
  });
});
