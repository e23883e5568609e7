/** A slice of a conversation as a text for reading and searching. */
import { iso } from '../../vocabulary/iso.ts';
import { oneLine, withLinesMarked } from '../../vocabulary/text-lines.ts';
import type { Attachment, Who } from '../facts.ts';
import { type Entry, type Slice, titleOf } from '../records.ts';

export function transcript(
  { day, part, conversation }: Slice,
  title: string,
  entries: readonly Entry[],
  members: readonly Who[],
): string {
  const head = [
    `Conversation: ${oneLine(title)} (${conversation})`,
    `Day: ${day} (UTC)${part > 1 ? `, part ${part}` : ''}`,
    ...(members.length > 0
      ? ['Participants when the first message was sent:', ...members.map((one) => `  ${nameOf(one)}`)]
      : []),
    '',
  ];
  return `${[...head, ...entries.flatMap(linesOf)].join('\n')}\n`;
}

const nameOf = ({ id, name, email, bot }: Who): string =>
  `${oneLine(name)}${email === null ? '' : ` <${email}>`}${id === null ? '' : ` (${id}${bot ? ', bot' : ''})`}`;

const fileOf = ({ id, name, bytes, sha256 }: Attachment): string =>
  sha256 === null
    ? `  Attachment ${id}, which is gone`
    : `  Attachment: ${oneLine(name ?? '')} (${bytes} bytes, SHA-256 ${sha256})`;

/** Every line of a message has a mark that no other line has, so that a message cannot forge a line of the record. */
const quoted = (content: string | null, indent = '  '): string =>
  content === null ? `${indent}(the text is gone)` : withLinesMarked(content, `${indent}> `);

function linesOf(entry: Entry): string[] {
  if (entry.kind === 'change') {
    const { act, at, by, users } = entry.change;
    const verb = act === 'joined' ? 'joined' : 'left';
    return users.map((user) => `[${iso(at)}] ${nameOf(user)} ${verb}${user.id === by.id ? '' : ` (by ${nameOf(by)})`}`);
  }
  const { sent, edits, moves, reactions, submessages, deleted } = entry;
  const topic = 'topic' in sent.where ? ` in “${oneLine(sent.where.topic)}”` : '';
  return [
    `[${iso(sent.at)}] ${nameOf(sent.by)}${topic}, message ${sent.id}:`,
    quoted(sent.content),
    ...sent.attachments.map(fileOf),
    ...edits.flatMap((edit) => [
      `  [${iso(edit.at)}] edited by ${nameOf(edit.by)}:`,
      quoted(edit.content, '    '),
      ...edit.attachments.map((file) => `  ${fileOf(file)}`),
    ]),
    ...moves.map(
      ({ at, by, to }) =>
        `  [${iso(at)}] moved by ${nameOf(by)} to ${oneLine(titleOf(to))}${'topic' in to ? ` “${oneLine(to.topic)}”` : ''}`,
    ),
    ...reactions.map(
      ({ at, by, act, emoji }) =>
        `  [${iso(at)}] reaction ${emoji} ${act === 'reacted' ? 'added' : 'removed'} by ${nameOf(by)}`,
    ),
    ...submessages.flatMap(({ at, by, msg_type, content }) => [
      `  [${iso(at)}] submessage ${oneLine(msg_type)} added by ${nameOf(by)}:`,
      quoted(content, '    '),
    ]),
    ...(deleted
      ? [
          `  [${iso(deleted.at)}] ${deleted.erased ? 'erased' : 'deleted'} by ${nameOf(deleted.by)}${deleted.held ? ', kept under a legal hold' : ''}`,
        ]
      : []),
  ];
}
