/** A message as listings show it (api-facts §2.1): the object of events, with flags and the history of edits. */
import { type Edit, type MessageDocument, placeOf } from '../../projections/messages.ts';
import { highlightHtml, highlightText } from '../rendering/highlight.ts';
import type { SearchTerm } from '../vocabulary/words.ts';
import { type MessageNames, type MessageObject, messageObject } from '../wire/message.ts';

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

/** `found`: what the narrow searches for, if it searches. */
export function listedMessage(
  message: MessageDocument,
  names: MessageNames,
  flags: readonly string[],
  shown: Shown,
  found: readonly SearchTerm[] | undefined,
): ListedMessage {
  const { messageId, content, sentAt, client, topicLinks, edits } = message;
  const lastEdit = edits.at(-1);
  const object = messageObject(
    {
      messageId,
      place: placeOf(message),
      content,
      sentAt,
      client,
      topicLinks,
      ...(lastEdit ? { lastEditedAt: lastEdit.at } : {}),
    },
    names,
  );
  return {
    ...object,
    // Nobody uploads avatars yet: all of them are gravatars.
    ...(shown.clientGravatar ? { avatar_url: null } : {}),
    ...(shown.applyMarkdown
      ? { content: message.html, content_type: 'text/html' as const }
      : { content, content_type: 'text/x-markdown' as const }),
    ...(lastEdit && shown.editHistory ? { edit_history: edits.map(editEntry).reverse() } : {}),
    flags,
    ...(found ? matchesOf(message, found) : {}),
  };
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
export const matchesOf = ({ html, topic = '' }: MessageDocument, terms: readonly SearchTerm[]): Matches => ({
  match_content: highlightHtml(html, terms),
  match_subject: highlightText(topic, terms),
});
