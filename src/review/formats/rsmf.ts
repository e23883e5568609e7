/**
 * An export for review in the Relativity Short Message Format 2.0. For each conversation and day there is a mail with an attachment
 * `rsmf.zip`, which contains the manifest. Attachments of messages are listed with their hashes, without their bytes.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { iso } from '../../vocabulary/iso.ts';
import { zipped } from '../archive.ts';
import type { Attachment, Who } from '../facts.ts';
import { type Entry, lastText, type ReviewedMessage, type Slice, whoIn } from '../records.ts';
import { type Envelope, envelopeOf } from './envelope.ts';
import { internetMessage, isAddress } from './internet-message.ts';
import type { Renderer, Rendering } from './renderer.ts';
import { transcript } from './transcript.ts';

const version = '2.0.0';

export function rsmfRenderer(rendering: Rendering): Renderer {
  return {
    async slice(slice) {
      const envelope = envelopeOf(slice, rendering);
      if (!envelope) return;
      const { title, members, path, headers } = envelope;
      const manifest = manifestOf(slice, envelope);
      const { events } = manifest;
      const json = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
      const rsmf = [
        ...headers,
        ['X-RSMF-Version', version] as const,
        ['X-RSMF-Generator', 'Verbatim'] as const,
        ['X-RSMF-BeginDate', events[0]?.timestamp ?? ''] as const,
        ['X-RSMF-EndDate', events.at(-1)?.timestamp ?? ''] as const,
        ['X-RSMF-EventCount', String(events.length)] as const,
        ['X-RSMF-AttachmentCount', '0'] as const,
        ['X-RSMF-Application', 'Verbatim'] as const,
        ['X-RSMF-EventCollectionID', slice.conversation.slice(0, 100)] as const,
      ];
      await nextTurn();
      const text = Buffer.from(transcript(slice, title, slice.entries, members));
      const parts = [
        { type: 'text/plain; charset=utf-8', bytes: text },
        { type: 'application/octet-stream', name: 'rsmf.zip', bytes: await zipped('rsmf_manifest.json', json) },
      ];
      await nextTurn();
      await rendering.output.add(`${path}.rsmf`, internetMessage(rsmf, parts, 'RSMFEML'));
    },
    end: async () => undefined,
  };
}

const idOf = ({ id }: Who): string => (id === null ? 'service' : `user-${id}`);
const custom = (name: string, value: string) => ({ name, value });

function manifestOf(slice: Slice, { first, title, members, everybody: people }: Envelope) {
  const service = slice.entries.flatMap(whoIn).find(({ id }) => id === null);
  const acts = actorsOf(slice.entries);
  const everybody = service && acts.has(idOf(service)) ? [...people, service] : people;
  const events = slice.entries.flatMap(eventsOf(acts, slice.conversation));
  const joining = new Set(events.flatMap((event) => (event.type === 'join' ? [event.participant] : [])));
  // For a chat stream: the users who were subscribed at the first event, and users who act without a subscription.
  const present = new Set(members.map(idOf));
  for (const id of everybody.map(idOf)) if (!joining.has(id)) present.add(id);
  return {
    version,
    participants: everybody.map((who) => ({
      id: idOf(who),
      display: who.name,
      ...(who.email !== null && isAddress(who.email) && { email: who.email }),
      ...(who.id !== null && { account_id: String(who.id) }),
      ...(who.bot && { custom: [custom('Bot', 'true')] }),
    })),
    conversations: [
      {
        id: slice.conversation,
        display: title,
        platform: 'Verbatim',
        type: 'with' in first.sent.where ? 'direct' : 'channel',
        participants: [...present],
      },
    ],
    events,
    eventcollectionid: slice.conversation,
  };
}

/** The users who act in the slice, other than by joining and leaving. */
const actorsOf = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap((entry) => {
      if (entry.kind === 'change') return [];
      const { sent, edits, reactions, submessages } = entry;
      return [sent, ...edits, ...reactions, ...submessages].map(({ by }) => idOf(by));
    }),
  );

/**
 * The format accepts no act of a user who has not joined or has left. So users who act in the slice join and leave by a `history` event.
 */
const eventsOf = (actors: ReadonlySet<string>, conversation: string) => (entry: Entry) => {
  if (entry.kind === 'message') return [messageOf(entry, conversation)];
  const { act, at, users, event } = entry.change;
  return users.map((user) => {
    const participant = idOf(user);
    const isActor = actors.has(participant);
    return {
      id: `${event}-${user.id}`,
      type: isActor ? 'history' : act === 'joined' ? 'join' : 'leave',
      participant,
      conversation,
      timestamp: iso(at),
      body: `${user.name} ${act === 'joined' ? 'joined' : 'left'}`,
    };
  });
};

const fileOf = ({ id, name, bytes, sha256 }: Attachment) =>
  custom('Attachment', sha256 === null ? `${id}, which is gone` : `${name} (${bytes} bytes, SHA-256 ${sha256})`);

function messageOf(message: ReviewedMessage, conversation: string) {
  const { sent, edits, moves, reactions, submessages, deleted } = message;
  let previous = sent.content ?? '';
  const changes = edits.map(({ by, at, content }) => {
    const change = { participant: idOf(by), timestamp: iso(at), previous, new: content ?? '' };
    previous = content ?? '';
    return change;
  });
  const given = new Map<string, Set<string>>();
  for (const { act, emoji, by } of reactions) {
    const who = given.get(emoji) ?? new Set();
    given.set(emoji, who);
    if (act === 'reacted') who.add(idOf(by));
    else who.delete(idOf(by));
  }
  const left = [...given].filter(([, who]) => who.size > 0);
  return {
    id: String(sent.id),
    type: 'message',
    participant: idOf(sent.by),
    conversation,
    timestamp: iso(sent.at),
    body: lastText(message) ?? '',
    ...(deleted && { deleted: true }),
    ...(changes.length > 0 && { edits: changes }),
    ...(left.length > 0 && {
      reactions: left.map(([value, who]) => ({ value, count: who.size, participants: [...who] })),
    }),
    custom: [
      custom('Event', sent.event),
      ...('topic' in sent.where && sent.where.topic !== '' ? [custom('Topic', sent.where.topic)] : []),
      ...(sent.content === null ? [custom('Text', 'gone')] : []),
      ...[sent, ...edits].flatMap(({ attachments }) => attachments.map(fileOf)),
      ...moves.map(({ at, by, to }) =>
        custom('Moved', `${iso(at)} by ${by.name} to ${'topic' in to ? `${to.stream}, ${to.topic}` : ''}`),
      ),
      ...reactions.map(({ act, at, by, emoji }) =>
        custom(act === 'reacted' ? 'Reaction added' : 'Reaction removed', `${emoji} by ${by.name}, ${iso(at)}`),
      ),
      ...submessages.map(({ at, by, msg_type, content }) =>
        custom('Submessage added', `${msg_type} by ${by.name}, ${iso(at)}: ${content}`),
      ),
      ...(deleted
        ? [
            custom(
              deleted.erased ? 'Erased' : 'Deleted',
              `${iso(deleted.at)} by ${deleted.by.name}${deleted.held ? ', kept under a legal hold' : ''}`,
            ),
          ]
        : []),
    ],
  };
}
