import { expect } from 'chai';
import { compileLinkifiers, linkifierMatches } from '../../src/rendering/linkifiers.ts';
import { topicLinks } from '../../src/rendering/topic-links.ts';

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
});

describe('linkifiers', () => {
  for (const pattern of ['#(?P<id>[0-9]+)', 'T(?P<id>\\d{1,6})', 'a-(?P<x>\\w+)-(?P<y>\\w+)']) {
    it(`uses ${pattern}`, () => expect(compileLinkifiers([{ pattern, urlFormat: 'https://x' }])).to.have.length(1));
  }

  for (const pattern of [
    '(?P<id>(a+)+)b',
    '(?P<id>a*a*a*a*)b',
    `(?P<id>${'a?'.repeat(30)})`,
    '(?P<id>(a|a){20})',
    '(?P<id>x',
    '(?P<id>a)\\1',
    '(?=a)(?P<id>.)',
    'x'.repeat(300),
  ]) {
    it(`passes over ${pattern.slice(0, 40)}`, () => {
      expect(linkifierMatches('aaaa', compileLinkifiers([{ pattern, urlFormat: 'https://x/%(id)s' }]))).to.deep.equal(
        [],
      );
    });
  }
});
