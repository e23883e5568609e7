/** What the rendering tests share: a context of the play, and a scanner that accepts only HTML we would make. */
import type { RenderContext } from '../../src/rendering/render-context.ts';
import { ChannelId, UserId } from '../../src/vocabulary/ids.ts';

export const context: RenderContext = {
  users: [
    { userId: UserId.parse(10), fullName: 'King Hamlet' },
    { userId: UserId.parse(11), fullName: 'Ünï <b>|7' },
  ],
  channels: [
    { channelId: ChannelId.parse(4), name: 'Denmark' },
    { channelId: ChannelId.parse(5), name: 'a>b & "c"' },
  ],
  linkifiers: [],
};

const common = ['class', 'style'];
const attributesOf: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'data-stream-id'],
  span: ['data-user-id', 'aria-label', 'role', 'title', 'aria-hidden'],
  div: ['aria-hidden'],
  img: ['alt', 'src', 'title'],
  ol: ['start'],
  time: ['datetime'],
  svg: ['xmlns', 'width', 'height', 'viewbox', 'preserveaspectratio'],
  path: ['d'],
  line: ['x1', 'y1', 'x2', 'y2', 'stroke-width'],
  math: ['xmlns', 'display'],
  annotation: ['encoding'],
};
const plainTags =
  'p br hr strong em del code pre blockquote ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tr th td a span div img time svg path line ' +
  'math semantics annotation mrow mi mo mn ms mtext mspace mfrac msqrt mroot msup msub msubsup mover munder munderover mtable mtr ' +
  'mtd mlabeledtr mstyle mpadded mphantom menclose mglyph';
const allowedTags: ReadonlySet<string> = new Set(plainTags.split(' '));
const voidTags: ReadonlySet<string> = new Set(['br', 'hr', 'img']);
const tag = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[a-zA-Z][\w:-]*="[^"<>]*")*)\s*(\/?)>/y;

/** The first thing wrong with the HTML: a stray sign, a tag or attribute not ours, an unbalanced element; else undefined. */
export function flawIn(html: string): string | undefined {
  const open: string[] = [];
  for (let at = html.search(/[<>]/); at >= 0; at = nextSign(html, at)) {
    tag.lastIndex = at;
    const [source, slash, name = '', attributes = '', selfClosing] = tag.exec(html) ?? [];
    if (source === undefined) return `stray ${html.slice(at, at + 40)}`;
    if (!allowedTags.has(name)) return `tag ${name}`;
    const flaw = attributeFlaw(name, attributes);
    if (flaw !== undefined) return flaw;
    if (slash === '/') {
      if (open.pop() !== name) return `</${name}> closes nothing`;
    } else if (!voidTags.has(name) && selfClosing === '') {
      if (name === 'a' && open.includes('a')) return 'a link in a link';
      open.push(name);
    }
    at += source.length - 1;
  }
  if (/&(?!(?:amp|lt|gt|quot|nbsp|#x?[0-9a-fA-F]+);)/.test(html)) return 'stray &';
  return open.length === 0 ? undefined : `<${open.join('><')}> stays open`;
}

function nextSign(html: string, after: number): number {
  const offset = html.slice(after + 1).search(/[<>]/);
  return offset < 0 ? -1 : after + 1 + offset;
}

function attributeFlaw(name: string, attributes: string): string | undefined {
  for (const [, key = '', value = ''] of attributes.matchAll(/([\w:-]+)="([^"]*)"/g)) {
    const isKnown =
      common.includes(key) || (attributesOf[name] ?? []).includes(key.toLowerCase()) || name.startsWith('m');
    if (!isKnown || /^on/i.test(key)) return `attribute ${name}.${key}`;
    if (key === 'href' && !/^(?:https?:|mailto:|[^:]*$|[^:]*[/?#])/i.test(value)) return `href ${value}`;
    if (key === 'style' && /url|expression|position:\s*fixed/i.test(value)) return `style ${value}`;
  }
  return undefined;
}
