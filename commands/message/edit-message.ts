/** PATCH /messages/{message_id}: changes the content of a message, or moves messages to another topic or stream. */
import { z } from 'zod';
import { type Append, accept, refuse } from '../../src/define/command.ts';
import { knownChannel } from '../../src/state/channel-knowledge.ts';
import { isAdmin } from '../../src/state/directory.ts';
import { type Message, messageAggregate } from '../../src/state/message.ts';
import { canReach } from '../../src/state/message-access.ts';
import { firstPart } from '../../src/state/move-parts.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { currentPlace, movedBy } from '../../src/state/topics.ts';
import type { RenderedText } from '../../src/vocabulary/events/message.ts';
import { idNamed, MessageId, type UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { ChannelPlace, Place } from '../../src/vocabulary/places.ts';
import { communityTopicEditLimitSecs } from '../../src/vocabulary/realm-settings.ts';
import type { Refusal, RefusalIn } from '../../src/vocabulary/refusals.ts';
import { defineCommand } from '../define-command.ts';
import { alertedIn } from './alerted.ts';
import { mayPost } from './place-rules.ts';
import { charactersOf, contentRefusal, contentRefusals, isBlank, topicRefusal, topicRefusals } from './text-rules.ts';

const Input = z.object({
  messageId: idNamed(MessageId),
  content: z.string().optional(),
  topic: z.string().optional(),
  channelId: z.int().optional(),
  which: z.enum(['one', 'later', 'all']),
  noticeOld: z.boolean(),
  noticeNew: z.boolean(),
});
type Input = z.infer<typeof Input>;

type Prepared = { readonly text?: RenderedText; readonly topicLinks: (topic: string) => string[] };
type SentMessage = Extract<Message, { status: 'sent' }>;

/** Clients delete a message by making it blank. Then this text is stored. */
const deletedContent = '(deleted)';
const storedContent = (content: string): string => (isBlank(content) ? deletedContent : content);

/** How many seconds an edit may be late, because its author began it in time. */
const graceSecs = 20;
const topicEditLimitMs = (communityTopicEditLimitSecs + graceSecs) * 1000;

/** Clients send messages without a topic to this one. Anyone may give such a message a topic, at any time. */
const noTopic = '(no topic)';

export const editMessage = defineCommand({
  name: 'edit-message',
  input: Input,
  refusals: [
    ...contentRefusals,
    ...topicRefusals,
    'edit-propagate-without-topic',
    'edit-nothing',
    'editing-disabled',
    'message-missing',
    'move-channel-unknown',
    'edit-not-permitted',
    'edit-too-late',
    'edit-too-often',
    'move-not-permitted',
    'move-with-content',
    'move-private',
  ],
  stream: ({ messageId }, realmId) => logStream.message(realmId, messageId),
  alsoOn: ({ topic, channelId }, realmId) =>
    topic === undefined && channelId === undefined ? undefined : logStream.topics(realmId),
  aggregate: messageAggregate,
  async prepare(_state, { content }, tools): Promise<Prepared> {
    return {
      ...(content === undefined || textRefusal({ content })
        ? {}
        : { text: await tools.render(storedContent(content)) }),
      // A move that names no topic keeps the topic that the messages have when it is decided.
      topicLinks: tools.topicLinks,
    };
  },
  decide(state, input, { realmId, actor, now, prepared, own }) {
    const refusal = textRefusal(input) ?? parameterRefusal(input);
    if (refusal) return refuse(refusal);
    if (!state.realm.settings.allow_message_editing) return refuse({ code: 'editing-disabled' });
    const userId = actor as UserId;
    if (own.status !== 'sent' || !canReach(state, userId, own)) return refuse({ code: 'message-missing' });
    const place = currentPlace(state.topics, own.messageId, own.sentTo);
    // This is checked before the content is compared, so that a user who left the stream does not learn the content.
    if (place.kind === 'channel' && !mayPost(state, userId, place.channelId, now))
      return refuse({ code: 'edit-not-permitted' });
    const age = now - own.sentAt;
    // A refusal depends on what is asked, and not on whether it is so already: only those who may edit a text may compare with it.
    const forbidden =
      contentEditRefusal(state, input, own, userId, age) ?? topicEditRefusal(state, input, place, own, userId, age);
    if (forbidden) return refuse(forbidden);
    const change = changeOf(state, input, place, own, userId);
    if ('refusal' in change) return refuse(change.refusal);
    const limited = changeRefusal(state, change, own);
    if (limited) return refuse(limited);
    const appends: Append[] = [];
    let movedCount = 0;
    if (change.content !== undefined && prepared.text) {
      const mentionedBefore = mentionedIn(own);
      appends.push({
        stream: logStream.message(realmId, own.messageId),
        events: [
          {
            type: 'MessageEdited',
            data: {
              messageId: own.messageId,
              senderId: own.senderId,
              place,
              text: prepared.text,
              ...(own.alsoTo.length > 0 && { alsoTo: [...own.alsoTo] }),
              ...alertedIn(state, place, prepared.text.content, own.alsoTo),
              previous: { content: own.text.content, html: own.text.html, rendererVersion: own.text.rendererVersion },
              ...(prepared.text.uploads && { sentAt: own.sentAt }),
              ...(mentionedBefore.length > 0 && { mentionedBefore }),
            },
          },
        ],
      });
    }
    if (change.move) {
      const { from, to } = change.move;
      // There are notices only for messages that enter or leave a stream, not for a new topic in the same stream.
      const isNewChannel = to.channelId !== from.channelId;
      const { which } = input;
      const ids = movedBy(state.topics, { ...from, messageId: own.messageId, which });
      const part = which === 'one' ? undefined : firstPart(ids, own.messageId);
      movedCount = ids.length;
      appends.push({
        stream: logStream.topics(realmId),
        events: [
          {
            type: 'TopicMoved',
            data: {
              channelId: from.channelId,
              topic: from.topic,
              messageId: own.messageId,
              which,
              to: { channelId: to.channelId, topic: to.topic, topicLinks: prepared.topicLinks(to.topic) },
              noticeOld: input.noticeOld && isNewChannel,
              noticeNew: input.noticeNew && isNewChannel,
              ...(part && { part: { ...part, rest: [...part.rest] } }),
            },
          },
        ],
      });
    }
    const text = change.content === undefined ? undefined : prepared.text;
    return accept(appends, {
      moved: movedCount,
      mentioned: text?.mentioned.length ?? 0,
      characters: text ? charactersOf(text) + charactersOf(own.text) : 0,
    });
  },
});

/** The users whom any version mentions, and those who added submessages. If they are too many, only the first ones. */
const mentionedIn = ({ mentionedBefore, text }: SentMessage): UserId[] =>
  [...new Set([...mentionedBefore, ...text.mentioned])].slice(0, limits.namedPerEventMax);

/** The values that the request changes, without those that are already as requested. */
type Change = { readonly content?: string; readonly move?: { readonly from: ChannelPlace; readonly to: ChannelPlace } };

function textRefusal({
  content,
  topic,
}: {
  content?: string | undefined;
  topic?: string | undefined;
}): RefusalIn<typeof contentRefusals> | RefusalIn<typeof topicRefusals> | undefined {
  return (
    (content === undefined ? undefined : contentRefusal(storedContent(content))) ??
    (topic === undefined ? undefined : topicRefusal(topic))
  );
}

function parameterRefusal({
  content,
  topic,
  channelId,
  which,
}: Input): Refusal<'edit-propagate-without-topic' | 'edit-nothing'> | undefined {
  if (topic !== undefined || channelId !== undefined) return undefined;
  if (which !== 'one') return { code: 'edit-propagate-without-topic' };
  return content === undefined ? { code: 'edit-nothing' } : undefined;
}

/** Private messages have no topic, so that a requested topic or stream is ignored there. */
function changeOf(
  state: RealmState,
  { content, topic, channelId }: Input,
  place: Place,
  own: SentMessage,
  userId: UserId,
): Change | { refusal: Refusal<'edit-nothing' | 'move-not-permitted' | 'move-channel-unknown'> } {
  const stored = content === undefined ? undefined : storedContent(content);
  const edit = stored === undefined || stored === own.text.content ? {} : { content: stored };
  if (place.kind === 'private') return content === undefined ? { refusal: { code: 'edit-nothing' } } : edit;
  const isOther = channelId !== undefined && channelId !== place.channelId;
  // A user who may not move messages does not learn which streams exist.
  if (isOther && !isAdmin(state.directory.accounts.get(userId))) return { refusal: { code: 'move-not-permitted' } };
  const target = isOther ? knownChannel(state, userId, channelId) : place;
  if (!target) return { refusal: { code: 'move-channel-unknown' } };
  const to: ChannelPlace = { kind: 'channel', channelId: target.channelId, topic: topic ?? place.topic };
  const isThere = to.channelId === place.channelId && to.topic === place.topic;
  return isThere ? edit : { ...edit, move: { from: place, to } };
}

/** Only the sender may edit the content, and only in time; administrators are no exception. `age` is in milliseconds. */
function contentEditRefusal(
  { realm }: RealmState,
  { content }: Input,
  { senderId }: SentMessage,
  userId: UserId,
  age: number,
): Refusal<'edit-not-permitted' | 'edit-too-late'> | undefined {
  if (content === undefined) return undefined;
  if (senderId !== userId) return { code: 'edit-not-permitted' };
  const limitSecs = realm.settings.message_content_edit_limit_seconds;
  return limitSecs > 0 && age > (limitSecs + graceSecs) * 1000 ? { code: 'edit-too-late' } : undefined;
}

/** Others than the sender and administrators may change the topic for a limited time, if the organization allows that. */
function topicEditRefusal(
  { directory, realm }: RealmState,
  { topic }: Input,
  place: Place,
  { senderId }: SentMessage,
  userId: UserId,
  age: number,
): Refusal<'edit-not-permitted' | 'edit-too-late'> | undefined {
  if (topic === undefined || place.kind === 'private') return undefined;
  const isUnlimited = senderId === userId || place.topic === noTopic || isAdmin(directory.accounts.get(userId));
  if (isUnlimited) return undefined;
  if (!realm.settings.allow_community_topic_editing) return { code: 'edit-not-permitted' };
  return age <= topicEditLimitMs ? undefined : { code: 'edit-too-late' };
}

function changeRefusal(
  { channels }: RealmState,
  { content, move }: Change,
  { edits }: SentMessage,
): Refusal<'edit-too-often' | 'move-with-content' | 'move-private'> | undefined {
  if (content !== undefined && edits >= limits.messageEditsMax)
    return { code: 'edit-too-often', max: limits.messageEditsMax };
  if (!move || move.from.channelId === move.to.channelId) return undefined;
  if (content !== undefined) return { code: 'move-with-content' };
  const isPrivate = [move.from, move.to].some(({ channelId }) => channels.byId.get(channelId)?.inviteOnly);
  return isPrivate ? { code: 'move-private' } : undefined;
}
