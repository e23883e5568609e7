/** A message in a listing: the message object of events, plus flags and edit history. */
import { type MessageDocument, placeOf } from '../../projections/messages.ts';
import { highlightText } from '../rendering/highlight.ts';
import type { TextWork } from '../rendering/text-work.ts';
import type { UserId } from '../vocabulary/ids.ts';
import type { ReactedWith } from '../vocabulary/reacted-with.ts';
import type { SearchTerm } from '../vocabulary/words.ts';
import { isGravatar } from '../wire/avatar.ts';
import {
  type EditEntry,
  type ListedMessage,
  type Making,
  type Matches,
  type MessageFacts,
  type MessageNames,
  messageObject,
  type Reaction,
  type Submessage,
  submessageId,
} from '../wire/message.ts';
import type { Person } from './message-names.ts';

export type Shown = {
  /** Whether `content` is HTML instead of Markdown. */
  readonly applyMarkdown: boolean;
  /** Whether the client computes gravatars itself. */
  readonly clientGravatar: boolean;
};

/** The approximate number of characters of a participant in a listed message. */
const participantLength = 150;

/** The approximate number of characters of a reaction in a listed message. */
const reactionLength = 200;

/** The approximate number of characters of a submessage in a listed message, without its content. */
const submessageLength = 100;

/**
 * The number of characters that a message shows: its text, the links of its topic, the participants of a private conversation, the reactions and the submessages.
 */
export const shownLength = (message: MessageDocument, applyMarkdown: boolean): number => {
  const { html, content, topicLinks, participants, reactions = [], submessages = [] } = message;
  const reacting = reactions.reduce((sum, { userIds }) => sum + userIds.length, 0);
  return (
    (applyMarkdown ? html : content).length +
    topicLinks.reduce((sum, { length }) => sum + length, 0) +
    participantLength * (participants?.length ?? 0) +
    reactionLength * reacting +
    submessages.reduce((sum, one) => sum + submessageLength + one.msgType.length + one.content.length, 0)
  );
};

export function listedMessage(
  message: MessageDocument,
  names: MessageNames,
  flags: readonly string[],
  shown: Shown,
  edits: readonly EditEntry[] = [],
): ListedMessage {
  const object = messageObject(factsOf(message), names) as Making<ListedMessage>;
  if (shown.clientGravatar && names.sender.deliveryEmail === undefined && isGravatar(object.avatar_url))
    object.avatar_url = null;
  object.content = shown.applyMarkdown ? message.html : message.content;
  object.content_type = shown.applyMarkdown ? 'text/html' : 'text/x-markdown';
  if (edits.length > 0) object.edit_history = edits;
  object.flags = flags;
  return object;
}

function factsOf(message: MessageDocument): MessageFacts {
  const { messageId, content, sentAt, client, topicLinks, change } = message;
  const facts = { messageId, place: placeOf(message), content, sentAt, client, topicLinks };
  return change === undefined ? facts : { ...facts, lastEditedAt: change.at };
}

/** The HTML of content and topic with the search terms highlighted. */
export const matchesOf = async (
  { html, topic = '' }: MessageDocument,
  terms: readonly SearchTerm[],
  work: TextWork,
): Promise<Matches> => ({
  match_content: await work.highlight(html, terms),
  match_subject: highlightText(topic, terms),
});

export const submessagesOf = ({ messageId, submessages = [] }: MessageDocument): Submessage[] =>
  submessages.map(({ number, userId, msgType, content }) => ({
    id: submessageId(messageId, number),
    message_id: messageId,
    sender_id: userId,
    msg_type: msgType,
    content,
  }));

/** One entry for each user and emoji. */
export const reactionsOf = (
  reactions: readonly ReactedWith[],
  person: (userId: UserId) => Pick<Person, 'email' | 'fullName'>,
): Reaction[] =>
  reactions.flatMap(({ name, code, type, userIds }) =>
    userIds.map((userId) => {
      const { email, fullName } = person(userId);
      return {
        emoji_name: name,
        emoji_code: code,
        reaction_type: type,
        user_id: userId,
        user: { id: userId, email, full_name: fullName },
      };
    }),
  );
