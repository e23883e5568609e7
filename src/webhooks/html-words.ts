/** The words of HTML that was written elsewhere, as Markdown: with line ends, items of lists, links and images, and nothing else. */
import { link } from './markdown.ts';

const tags = /<(\/?)([a-z][a-z0-9]*)(\s[^<>]*)?>/gi;
const lines = new Set('blockquote br div h1 h2 h3 h4 h5 h6 hr ol p pre table tr ul'.split(' '));

/** More than a quote shows. */
const readLengthMax = 20_000;

/** A text without tags is returned as it is, because it is not HTML. */
export function htmlWords(text: string): string {
  const html = text.slice(0, readLengthMax);
  let shown = '';
  let end = 0;
  let opened: { readonly at: number; readonly url: string | undefined } | undefined;
  for (const { 0: tag, 1: closing, 2: name = '', 3: attributes = '', index } of html.matchAll(tags)) {
    shown += textOf(html.slice(end, index));
    end = index + tag.length;
    const element = name.toLowerCase();
    if (element === 'a' && closing === '') opened = { at: shown.length, url: attributeOf(attributes, 'href') };
    else if (element === 'a' && opened) {
      shown = shown.slice(0, opened.at) + link(shown.slice(opened.at), opened.url);
      opened = undefined;
    } else if (element === 'img') shown += link('image', attributeOf(attributes, 'src'));
    else if (element === 'li' && closing === '') shown += '\n* ';
    else if (lines.has(element)) shown += '\n';
  }
  if (end === 0) return text;
  const plain = (shown + textOf(html.slice(end))).replace(/ *\n[\n ]*/g, '\n').trim();
  // Without the blank line, what follows a list would belong to its last item.
  return plain.replace(/^(\* .*)\n(?!\* )/gm, '$1\n\n');
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const textOf = (html: string): string =>
  html.replace(/\s+/g, ' ').replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|(\w{2,4}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? entity;
    const sign = String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    return /[\0\p{Cs}]/u.test(sign) ? '\ufffd' : sign;
  });

function attributeOf(attributes: string, name: string): string | undefined {
  const [, quoted, apostrophed] = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes) ?? [];
  const value = quoted ?? apostrophed;
  return value === undefined ? undefined : textOf(value);
}
