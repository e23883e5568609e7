import { expect } from 'chai';
import { linkifierBudget, linkifierMatches, linkifiersFor, topicLinks } from '../../src/rendering/linkifiers.ts';
import { limits } from '../../src/vocabulary/limits.ts';

const linkifiers = [
  { pattern: '#(?P<id>[0-9]{2,8})', urlFormat: 'https://t.example/%(id)s' },
  {
    pattern: '(?P<org>[a-z]+)/(?P<repo>[a-z]+)#(?P<id>[0-9]+)',
    urlFormat: 'https://g.example/%(org)s/%(repo)s/%(id)s',
  },
];

describe('topicLinks', () => {
  const rows: [topic: string, links: string[]][] = [
    ['', []],
    ['plain topic, x.y', []],
    ['https://x.y/z', ['https://x.y/z']],
    ["see 'https://x.y', http://a.b; www.c.d!", ['https://x.y', 'http://a.b', 'https://www.c.d']],
    ['(https://x.y)', ['https://x.y']],
    ['javascript:alert(1) ftp://x', []],
    ['bug #123', ['https://t.example/123']],
    ['https://x.y #123', ['https://t.example/123', 'https://x.y']],
    ['a/b#7, #12 x#34 #56x #7', ['https://t.example/12', 'https://g.example/a/b/7']],
    [`"#12" '#13' (#14) ,#15 :#16 <#17`, [12, 13, 14, 15, 16, 17].map((id) => `https://t.example/${id}`)],
  ];
  for (const [topic, links] of rows)
    it(JSON.stringify(topic), () => expect(topicLinks(topic, linkifiers)).to.deep.equal(links));

  it('has the first links, together not longer than topicLinksLengthMax, however many linkifiers match', () => {
    const urlFormat = `https://x/${'y'.repeat(490)}`;
    const all = topicLinks('1 2 3 4 5 6 7 8 9', [
      { pattern: '(?P<a>[0-9])', urlFormat },
      { pattern: '(?P<b>[0-9])', urlFormat },
    ]);
    expect(all).to.deep.equal(Array(limits.topicLinksLengthMax / 500).fill(urlFormat));
  });
});

describe('linkifiers', () => {
  const matches = (text: string, ...patterns: string[]) => {
    const rules = patterns.map((pattern) => ({ pattern, urlFormat: 'https://x/%(id)s' }));
    return linkifierMatches(text, linkifiersFor(text, rules), linkifierBudget());
  };

  it('match at the beginning of a word up to its end, as long as possible', () => {
    expect(matches('#12 x#34 (#56) #78é #9', '#(?P<id>[0-9]+)').map(({ url }) => url)).to.deep.equal(
      ['12', '56', '9'].map((id) => `https://x/${id}`),
    );
    expect(matches('ab-1-22', '(?P<id>[a-z0-9-]+)').map(({ end }) => end)).to.deep.equal([7]);
  });

  it('are tried in their order, and invalid patterns are skipped', () => {
    const found = matches('#12', '#(?P<id>1', '#(?P<id>[0-9])', '#(?P<id>[0-9]+)', '#(?P<x>.+)');
    expect(found).to.deep.equal([{ start: 0, end: 3, url: 'https://x/12' }]);
  });

  it('stop after a limited number of steps in a message', () => {
    const text = 'a '.repeat(5_000);
    const all = matches(text, '(?P<id>a)').length;
    const some = matches(text, '(?P<id>(?:[ab]|[bc]|[cd]|[de]){0,20}x)', '(?P<id>a)').length;
    expect(some).to.be.within(10, all - 1);
  });
});
