/**
 * An export for review as lines of JSON: a line for each message with everything that happened to it, and a line for each change of
 * subscribers.
 */
import { iso } from '../../vocabulary/iso.ts';
import type { Joined, Sent } from '../facts.ts';
import type { ReviewedMessage } from '../records.ts';
import { lineFiles, type Renderer, type Rendering } from './renderer.ts';

export function ndjsonRenderer({ output }: Rendering): Renderer {
  const files = lineFiles(output, 'messages', 'ndjson');
  const changes = lineFiles(output, 'memberships', 'ndjson');
  return {
    async slice({ conversation, entries }) {
      for (const entry of entries) {
        if (entry.kind === 'change') await changes.add(lineOf(changeOf(conversation, entry.change)));
        else await files.add(lineOf(messageOf(conversation, entry)));
      }
    },
    async end() {
      await files.end();
      await changes.end();
    },
  };
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

const changeOf = (conversation: string, { act, event, at, by, stream_id, stream, users }: Joined) => ({
  record: 'membership',
  conversation,
  stream_id,
  stream,
  event,
  at: iso(at),
  act,
  by,
  users,
});

function messageOf(conversation: string, { sent, edits, moves, reactions, submessages, deleted }: ReviewedMessage) {
  const { id, event, at, by, where, client, content, attachments }: Sent = sent;
  return {
    record: 'message',
    id,
    conversation,
    ...where,
    event,
    at: iso(at),
    by,
    client,
    content,
    attachments,
    edits: edits.map(({ act: _, ...edit }) => ({ ...edit, at: iso(edit.at) })),
    moves: moves.map(({ act: _, to, ...move }) => ({ ...move, at: iso(move.at), ...to })),
    reactions: reactions.map(({ act, ...one }) => ({ ...one, at: iso(one.at), added: act === 'reacted' })),
    // Only if there are any, so that other exports have the same bytes as those of earlier versions.
    ...(submessages.length > 0 && {
      submessages: submessages.map(({ act: _, ...one }) => ({ ...one, at: iso(one.at) })),
    }),
    deleted: deleted
      ? { event: deleted.event, at: iso(deleted.at), by: deleted.by, held: deleted.held, erased: deleted.erased }
      : null,
  };
}
