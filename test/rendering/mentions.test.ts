import { expect } from 'chai';
import { renderMarkdown } from '../../src/rendering/markdown.ts';
import { UserGroupId, UserId } from '../../src/vocabulary/ids.ts';
import { context } from './support.ts';

const hamlet = '<span class="user-mention" data-user-id="10">@King Hamlet</span>';
const silentHamlet = '<span class="user-mention silent" data-user-id="10">King Hamlet</span>';
const all = '<span class="user-mention" data-user-id="*">@all</span>';

type Row = [written: string, html: string, mentioned: number[], wildcard: boolean];
const rows: Row[] = [
  ['@**King Hamlet**', hamlet, [10], false],
  ['@**king HAMLET**', hamlet, [10], false],
  ['@**King Hamlet|10**', hamlet, [10], false],
  ['@**King Hamlet|11**', '@**King Hamlet|11**', [], false],
  ['@**King Hamlet|9**', '@**King Hamlet|9**', [], false],
  ['@_**King Hamlet**', silentHamlet, [], false],
  ['@_**King Hamlet|10** @**King Hamlet**', `${silentHamlet} ${hamlet}`, [10], false],
  ['@**ünï <b>|7**', '<span class="user-mention" data-user-id="11">@Ünï &lt;b&gt;|7</span>', [11], false],
  ['@**Nobody <i>**', '@**Nobody &lt;i&gt;**', [], false],
  ['@**all**', all, [], true],
  ['@**everyone** @**stream**', `${all.replace('@all', '@everyone')} ${all.replace('@all', '@stream')}`, [], true],
  ['@_**all**', '<span class="user-mention silent" data-user-id="*">all</span>', [], false],
  ['@all @**All** @King Hamlet', '@all @**All** @King Hamlet', [], false],
  ['x@**King Hamlet** x@**all**', 'x@<strong>King Hamlet</strong> x@<strong>all</strong>', [], false],
  [`(@**King Hamlet**,@**all**`, `(${hamlet},${all}`, [10], true],
  [
    `"@**King Hamlet**" '@**King Hamlet**' :@**King Hamlet**`,
    `&quot;${hamlet}&quot; '${hamlet}' :${hamlet}`,
    [10],
    false,
  ],
  ['&@**all**', '&amp;@<strong>all</strong>', [], false],
  ['`@**King Hamlet** @**all**`', '<code>@**King Hamlet** @**all**</code>', [], false],
  ['[hi @**King Hamlet**](/x)', `<a href="/x">hi ${hamlet}</a>`, [10], false],
  ['[@**all**](/x)', '<a href="/x">@<strong>all</strong></a>', [], false],
  ['![@**King Hamlet**](/x)', '<a href="/x">@**King Hamlet**</a>', [], false],
  ['#**Denmark**', '<a class="stream" data-stream-id="4" href="/#narrow/stream/4-Denmark">#Denmark</a>', [], false],
  [
    '#**denmark>a (b). %**',
    '<a class="stream-topic" data-stream-id="4" href="/#narrow/stream/4-Denmark/topic/a.20.28b.29.2E.20.25">#Denmark &gt; a (b). %</a>',
    [],
    false,
  ],
  [
    '#**a>b & "c"**',
    '<a class="stream" data-stream-id="5" href="/#narrow/stream/5-a.3Eb-.26-.22c.22">#a&gt;b &amp; &quot;c&quot;</a>',
    [],
    false,
  ],
  ['#**Nowhere** x#**Denmark**', '#**Nowhere** x#<strong>Denmark</strong>', [], false],
];

describe('mentions and channel links', () => {
  for (const [written, html, mentioned, wildcard] of rows) {
    it(written, () => {
      const rendered = renderMarkdown(written, context);
      expect(rendered.html).to.equal(`<p>${html}</p>`);
      expect(rendered.mentioned).to.deep.equal(mentioned);
      expect(rendered.wildcard).to.equal(wildcard);
    });
  }

  it('does not mention anyone in code blocks, but does in lists, headings and spoilers', () => {
    expect(renderMarkdown('```\n@**King Hamlet**\n```\n\n    @**all**', context))
      .to.include({ wildcard: false })
      .and.deep.include({ mentioned: [] });
    for (const content of ['* @**King Hamlet**', '# @**King Hamlet**', '```spoiler x\n@**King Hamlet**\n```']) {
      expect(renderMarkdown(content, context).mentioned, content).to.deep.equal([10]);
    }
  });

  it('names people and groups in a quote without mentioning them', () => {
    const group = { groupId: UserGroupId.parse(3), name: 'Silent', members: [UserId.parse(10)] };
    const named = '@**King Hamlet** @_**King Hamlet** @**all** @*silent*';
    const silent = [
      silentHamlet,
      silentHamlet,
      '<span class="user-mention silent" data-user-id="*">all</span>',
      '<span class="user-group-mention silent" data-user-group-id="3">Silent</span>',
    ].join(' ');
    for (const [content, html] of [
      [`> ${named}`, `<blockquote>\n<p>${silent}</p>\n</blockquote>`],
      [`\`\`\`quote\n${named}\n\`\`\``, `<blockquote>\n<p>${silent}</p>\n</blockquote>`],
      [`> * ${named}`, `<blockquote>\n<ul>\n<li>${silent}</li>\n</ul>\n</blockquote>`],
      [`> > ${named}`, `<blockquote>\n<blockquote>\n<p>${silent}</p>\n</blockquote>\n</blockquote>`],
    ] as const) {
      const rendered = renderMarkdown(content, { ...context, groups: [group] });
      expect(rendered).to.include({ html, wildcard: false });
      expect(rendered.mentioned, content).to.deep.equal([]);
    }
    const answer = renderMarkdown('> @**Ünï <b>|7**\n\n@**King Hamlet** @*silent*', { ...context, groups: [group] });
    expect(answer.html).to.include(`</blockquote>\n<p>${hamlet} <span class="user-group-mention"`);
    expect(answer.mentioned).to.deep.equal([10]);
  });

  it('lists mentioned users sorted and once', () => {
    expect(renderMarkdown('@**Ünï <b>|7** @**King Hamlet** @**King Hamlet|10**', context).mentioned).to.deep.equal([
      10, 11,
    ]);
  });

  it('mentions the user with the lower id if two have the same name, unless an id is given', () => {
    const users = [20, 3].map((id) => ({ userId: UserId.parse(id), fullName: 'Twin' }));
    expect(renderMarkdown('@**Twin**', { ...context, users }).mentioned).to.deep.equal([3]);
    expect(renderMarkdown('@**Twin|20**', { ...context, users }).mentioned).to.deep.equal([20]);
  });
});
