/** The common parts of the mail formats: sender, receivers and title of a slice of a conversation. */
import { hash } from 'node:crypto';
import type { Who } from '../facts.ts';
import { whoOf } from '../names.ts';
import { firstMessage, type ReviewedMessage, type Slice, subscribersAt, titleOf, whoIn } from '../records.ts';
import { type Header, headerText, isAddress, mailbox, mailboxes, mailDate } from './internet-message.ts';
import type { Rendering } from './renderer.ts';

export type Envelope = {
  readonly first: ReviewedMessage;
  readonly title: string;
  /** The participants when the first message was sent, by id. */
  readonly members: readonly Who[];
  /**
   * The members and all other named users, except the service itself. Users who act come first. Each user is listed once, with the first
   * name in the slice.
   */
  readonly everybody: readonly Who[];
  /** The path without an extension: `stream-7/2026-11-23-001`. */
  readonly path: string;
  readonly headers: readonly Header[];
};

/** The most mailboxes in a header, because programs refuse very long headers. The text names all. */
const mailboxesMax = 500;

/** Undefined for a slice without messages. */
export function envelopeOf(slice: Slice, { realm, origin }: Rendering): Envelope | undefined {
  const first = firstMessage(slice);
  if (!first) return undefined;
  const { where } = first.sent;
  const members =
    'with' in where
      ? where.with
      : subscribersAt(realm, where.stream_id, first.sent.id).map((userId) => whoOf(realm, userId));
  const known = new Map<number | null, Who>();
  for (const who of [...slice.entries.flatMap(whoIn), ...members]) if (!known.has(who.id)) known.set(who.id, who);
  const everybody = [...known.values()].filter(({ id }) => id !== null);
  const number = String(slice.part).padStart(3, '0');
  const path = `${folderOf(slice.conversation)}/${slice.day}-${number}`;
  const title = titleOf(where);
  const host = (origin.split('/')[0] ?? '').split(':')[0] || 'localhost';
  const address = ({ id, name, email }: Who): string =>
    mailbox(name, email !== null && isAddress(email) ? email : `user-${id ?? 0}@${host}`);
  const headers: Header[] = [
    ['From', address(first.sent.by)],
    ['To', mailboxes(everybody.slice(0, mailboxesMax).map(address))],
    ['Date', mailDate(first.sent.at)],
    ['Subject', headerText(`${title}, ${slice.day}${slice.part > 1 ? `, part ${slice.part}` : ''}`)],
    ['Message-ID', `<${path.replace('/', '.')}.${first.sent.id}@${host}>`],
  ];
  return { first, title, members, everybody, path, headers };
}

const folderMax = 60;

/** The name of a private conversation contains all its participants, who may be many. */
const folderOf = (conversation: string): string =>
  conversation.length <= folderMax
    ? conversation
    : `${conversation.slice(0, folderMax / 2)}-${hash('sha256', conversation).slice(0, folderMax / 2 - 1)}`;
