/** A message in a listing: the message object of events, plus flags and edit history. */
import { type Edit, type MessageDocument, placeOf } from '../../projections/messages.ts';
import { highlightText } from '../rendering/highlight.ts';
import type { TextWork } from '../rendering/text-work.ts';
import type { SearchTerm } from '../vocabulary/words.ts';
import {
  type EditEntry,
  type ListedMessage,
  type Making,
  type Matches,
  type MessageFacts,
  type MessageNames,
  messageObject,
} from '../wire/message.ts';

export type Shown = {
  /** `content` is HTML instead of Markdown. */
  readonly applyMarkdown: boolean;
  /** The client computes gravatars itself. */
  readonly clientGravatar: boolean;
};

const seconds = (millis: number): number => Math.floor(millis / 1000);

export function listedMessage(
  message: MessageDocument,
  names: MessageNames,
  flags: readonly string[],
  shown: Shown,
): ListedMessage {
  const { edits } = message;
  const lastEdit = edits.at(-1);
  const object = messageObject(factsOf(message, lastEdit?.at), names) as Making<ListedMessage>;
  // Every avatar is a gravatar, because avatars cannot be uploaded yet.
  if (shown.clientGravatar) object.avatar_url = null;
  object.content = shown.applyMarkdown ? message.html : message.content;
  object.content_type = shown.applyMarkdown ? 'text/html' : 'text/x-markdown';
  if (lastEdit) object.edit_history = edits.map(editEntry).reverse();
  object.flags = flags;
  return object;
}

function factsOf(message: MessageDocument, lastEditedAt: number | undefined): MessageFacts {
  const { messageId, content, sentAt, client, topicLinks } = message;
  const facts = { messageId, place: placeOf(message), content, sentAt, client, topicLinks };
  return lastEditedAt === undefined ? facts : { ...facts, lastEditedAt };
}

const editEntry = ({ at, userId, content, html, rendererVersion, topic, channelId }: Edit): EditEntry => ({
  user_id: userId,
  timestamp: seconds(at),
  ...(content === undefined || html === undefined
    ? {}
    : { prev_content: content, prev_rendered_content: html, prev_rendered_content_version: rendererVersion }),
  ...(topic === undefined ? {} : { prev_subject: topic }),
  ...(channelId === undefined ? {} : { prev_stream: channelId }),
});

/** The HTML of content and topic with the search terms highlighted. */
export const matchesOf = async (
  { html, topic = '' }: MessageDocument,
  terms: readonly SearchTerm[],
  work: TextWork,
): Promise<Matches> => ({
  match_content: await work.highlight(html, terms),
  match_subject: highlightText(topic, terms),
});
