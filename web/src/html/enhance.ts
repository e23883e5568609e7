/** Adapts rendered HTML: text runs in its direction, emoji become characters, times are local, spoilers can be opened, and files are opened by signed addresses. */
import { loadPart } from '../api/parts.ts';
import { me } from '../model/organization.ts';
import { isOwnPicture } from '../model/realm-emoji.ts';
import { openFile, signed } from './files.ts';

/** The elements whose direction follows from their own text. */
const blocks = 'p, ul, ol, blockquote, table, h1, h2, h3, h4, h5, h6';
const image = /\.(png|jpe?g|gif|webp)$/i;

export function enhance(root: DocumentFragment | HTMLElement): void {
  for (const block of root.querySelectorAll<HTMLElement>(blocks)) block.dir = 'auto';
  inCharacters(root);
  for (const element of root.querySelectorAll<HTMLElement>('.spoiler-block')) fold(element);
  for (const element of root.querySelectorAll<HTMLElement>('.user-mention:not(.silent)')) {
    const id = element.dataset.userId;
    if (id === '*' || id === String(me.peek())) element.classList.add('mentions-me');
  }
  for (const element of root.querySelectorAll<HTMLImageElement>('img')) replaceImage(element);
  for (const element of root.querySelectorAll<HTMLAnchorElement>('a[href]')) prepareLink(element);
  for (const list of root.querySelectorAll('ol')) makeRoom(list);
  if (root.querySelector('.katex')) void loadPart(() => import('../styles/formulas.ts'));
}

/** Emoji become characters, and times are local. */
export function inCharacters(root: DocumentFragment | HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>('span.emoji')) element.textContent = characterOf(element);
  for (const element of root.querySelectorAll<HTMLElement>('time[datetime]')) localize(element);
}

/** Makes room for the longest number of a list, which is before its text. */
function makeRoom(list: HTMLOListElement): void {
  const last = list.start + list.children.length - 1;
  list.style.setProperty('--digits', String(Math.max(2, `${last}`.length)));
}

export const emojiOf = (code: string): string | undefined =>
  /^[0-9a-f]+(-[0-9a-f]+)*$/.test(code)
    ? String.fromCodePoint(...code.split('-').map((part) => Number.parseInt(part, 16)))
    : undefined;

function characterOf(element: HTMLElement): string {
  const code = [...element.classList].find((name) => name.startsWith('emoji-'))?.slice('emoji-'.length) ?? '';
  return emojiOf(code) ?? element.textContent ?? '';
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function localize(element: HTMLElement): void {
  const at = new Date(element.getAttribute('datetime') ?? '');
  if (Number.isNaN(at.getTime())) return;
  element.title = `Written as ${element.textContent}`;
  element.textContent = moment.format(at);
}

function fold(block: HTMLElement): void {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const header = block.querySelector('.spoiler-header');
  const content = block.querySelector('.spoiler-content');
  summary.append(...(header?.textContent?.trim() ? header.childNodes : ['Spoiler']));
  content?.removeAttribute('aria-hidden');
  details.className = 'spoiler';
  details.append(summary, ...(content ? [content] : []));
  block.replaceWith(details);
}

/** Pictures of other servers become links: fetching them would reveal who reads what. */
function replaceImage(element: HTMLImageElement): void {
  const address = element.getAttribute('src') ?? '';
  if (element.classList.contains('emoji')) {
    if (!isOwnPicture(address)) element.replaceWith(element.alt);
    return;
  }
  if (element.closest('a')) {
    element.replaceWith(element.alt || address);
    return;
  }
  const link = document.createElement('a');
  link.href = address;
  link.textContent = element.alt || address;
  element.replaceWith(link);
}

function prepareLink(link: HTMLAnchorElement): void {
  const address = link.getAttribute('href') ?? '';
  if (address.startsWith('/#')) link.setAttribute('href', address.slice(1));
  else if (address.startsWith('/user_uploads/')) prepareFile(link, address);
  else if (!address.startsWith('#')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
}

function prepareFile(link: HTMLAnchorElement, address: string): void {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    void openFile(address);
  });
  if (!image.test(address)) return;
  const picture = document.createElement('img');
  picture.alt = link.textContent ?? '';
  picture.className = 'picture';
  void signed(address).then(
    (url) => {
      picture.src = url;
      link.append(picture);
    },
    // The link stays. Clicking it shows the error.
    () => undefined,
  );
}
