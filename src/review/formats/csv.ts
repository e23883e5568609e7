/** An export for review as tables (RFC 4180): a row for each act about a message, and a row for each user who joined or left. */
import { iso } from '../../vocabulary/iso.ts';
import { oneLine } from '../../vocabulary/text-lines.ts';
import type { Attachment, Where, Who } from '../facts.ts';
import { type Entry, type Slice, titleOf } from '../records.ts';
import { lineFiles, type Renderer, type Rendering } from './renderer.ts';

const columns = [
  ...['message_id', 'act', 'event_id', 'time_utc', 'conversation', 'stream_id', 'stream', 'topic', 'participants'],
  ...[
    'actor_id',
    'actor',
    'actor_email',
    'actor_is_bot',
    'client',
    'content',
    'content_is_gone',
    'attachments',
    'emoji',
  ],
  'under_legal_hold',
] as const;
const changeColumns = [
  ...['stream_id', 'stream', 'act', 'event_id', 'time_utc', 'user_id', 'user', 'user_email'],
  ...['actor_id', 'actor', 'actor_email'],
];

type Cell = string | number | boolean | null;
type Row = Partial<Record<(typeof columns)[number], Cell>>;

export function csvRenderer({ output }: Rendering): Renderer {
  const messages = lineFiles(output, 'messages', 'csv', rowOf(columns));
  const changes = lineFiles(output, 'memberships', 'csv', rowOf(changeColumns));
  return {
    async slice(slice) {
      for (const entry of slice.entries) {
        if (entry.kind === 'change') for (const cells of changesOf(entry)) await changes.add(rowOf(cells));
        else
          for (const row of actsOf(slice, entry)) await messages.add(rowOf(columns.map((name) => row[name] ?? null)));
      }
    },
    async end() {
      await messages.end();
      await changes.end();
    },
  };
}

const rowOf = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** The cell is quoted if the RFC requires it, or if a program would trim it. Content is not changed, formulas included. */
function cellOf(cell: Cell): string {
  const text = cell === null ? '' : String(cell);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const actor = ({ id, name, email, bot }: Who): Row => ({
  actor_id: id,
  actor: name,
  actor_email: email,
  actor_is_bot: bot,
});

/** A participant is a line of their own, so that nobody can seem to be two by their name. */
const placeOf = (where: Where): Row =>
  'with' in where
    ? { participants: where.with.map(({ id, name }) => `${oneLine(name)} (${id})`).join('\n') }
    : { stream_id: where.stream_id, stream: titleOf(where), topic: where.topic };

/** Each in a line of its own, too. */
const filesOf = (attachments: readonly Attachment[]): string =>
  attachments
    .map(({ id, name, bytes, sha256 }) =>
      sha256 ? `${oneLine(name ?? '')} (${bytes} bytes, SHA-256 ${sha256})` : `file ${id}, gone`,
    )
    .join('\n');

/** All acts on a message, beginning with its sending. */
function* actsOf({ conversation }: Slice, entry: Extract<Entry, { kind: 'message' }>): Generator<Row> {
  const { sent, edits, moves, reactions, submessages, deleted } = entry;
  const of = { message_id: sent.id, conversation };
  const about = (act: { event: string; at: number; by: Who }) => ({
    ...of,
    event_id: act.event,
    time_utc: iso(act.at),
    ...actor(act.by),
  });
  for (const one of [sent, ...edits])
    yield {
      ...about(one),
      ...placeOf(sent.where),
      act: one.act,
      client: 'client' in one ? one.client : null,
      content: one.content,
      content_is_gone: one.content === null,
      attachments: filesOf(one.attachments),
    };
  for (const move of moves) yield { ...about(move), act: 'moved', ...placeOf(move.to) };
  for (const one of reactions)
    yield { ...about(one), act: one.act === 'reacted' ? 'reaction added' : 'reaction removed', emoji: one.emoji };
  for (const one of submessages) yield { ...about(one), act: 'submessage added', content: one.content };
  if (deleted) yield { ...about(deleted), act: deleted.erased ? 'erased' : 'deleted', under_legal_hold: deleted.held };
}

function* changesOf({ change }: Extract<Entry, { kind: 'change' }>): Generator<Cell[]> {
  const { stream_id, stream, act, event, at, by } = change;
  for (const { id, name, email } of change.users)
    yield [stream_id, stream, act, event, iso(at), id, name, email, by.id, by.name, by.email];
}
