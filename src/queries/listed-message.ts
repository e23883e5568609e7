/** A message as listings show it (api-facts §2.1): the object of events, with flags and the history of edits. */
import { type Edit, type MessageDocument, placeOf } from '../../projections/messages.ts';
import { highlightText } from '../rendering/highlight.ts';
import type { TextWork } from '../rendering/text-work.ts';
import type { SearchTerm } from '../vocabulary/words.ts';
import {
  type Making,
  type MessageFacts,
  type MessageNames,
  type MessageObject,
  messageObject,
} from '../wire/message.ts';

export type Shown = {
  /** HTML rather than the text that was written. */
  readonly applyMarkdown: boolean;
  /** The client works out gravatars itself. */
  readonly clientGravatar: boolean;
  readonly editHistory: boolean;
};

/** One entry of `edit_history`; what did not change is not there. */
export type EditEntry = {
  readonly user_id: number | null;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly prev_content?: string;
  readonly prev_rendered_content?: string;
  readonly prev_rendered_content_version?: number;
  readonly prev_subject?: string;
  readonly prev_stream?: number;
};

export type Matches = { readonly match_content: string; readonly match_subject: string };

export type ListedMessage = MessageObject &
  Partial<Matches> & { readonly flags: readonly string[]; readonly edit_history?: readonly EditEntry[] };

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
  // Nobody uploads avatars yet: all of them are gravatars.
  if (shown.clientGravatar) object.avatar_url = null;
  object.content = shown.applyMarkdown ? message.html : message.content;
  object.content_type = shown.applyMarkdown ? 'text/html' : 'text/x-markdown';
  if (lastEdit && shown.editHistory) object.edit_history = edits.map(editEntry).reverse();
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

/** What was found, highlighted; both are HTML (api-facts §4.3). */
export const matchesOf = async (
  { html, topic = '' }: MessageDocument,
  terms: readonly SearchTerm[],
  work: TextWork,
): Promise<Matches> => ({
  match_content: await work.highlight(html, terms),
  match_subject: highlightText(topic, terms),
});
