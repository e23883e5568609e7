/** PATCH /messages/{message_id} (api-facts §4.4): other words, another topic, another stream. */
import { z } from 'zod';
import { type Append, accept, refuse } from '../../src/define/command.ts';
import { openChannel } from '../../src/state/channels.ts';
import { isAdmin } from '../../src/state/directory.ts';
import { type Message, messageAggregate } from '../../src/state/message.ts';
import { canReach } from '../../src/state/message-access.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { currentPlace } from '../../src/state/topics.ts';
import type { RenderedText } from '../../src/vocabulary/events/message.ts';
import { MessageId, type Millis, type UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { ChannelPlace, Place } from '../../src/vocabulary/places.ts';
import { realmSettings } from '../../src/vocabulary/realm-settings.ts';
import type { Refusal, RefusalIn } from '../../src/vocabulary/refusals.ts';
import { defineCommand } from '../define-command.ts';
import { contentRefusal, contentRefusals, isBlank, topicRefusal, topicRefusals } from './text-rules.ts';

const Input = z.object({
  messageId: MessageId,
  content: z.string().optional(),
  topic: z.string().optional(),
  channelId: z.int().optional(),
  which: z.enum(['one', 'later', 'all']),
  noticeOld: z.boolean(),
  noticeNew: z.boolean(),
});
type Input = z.infer<typeof Input>;

type Prepared = { readonly text?: RenderedText; readonly topicLinks?: string[] };
type SentMessage = Extract<Message, { status: 'sent' }>;

/** Clients delete with a blank edit; it is kept as these words, as upstream (design, Small decisions). */
const blank = '(deleted)';
const said = (content: string): string => (isBlank(content) ? blank : content);
/** Seconds that a content edit may come late: its author began in time. */
const graceSecs = 20;
/** A topic of this name is nobody's yet: anyone may give it one. */
const noTopic = '(no topic)';

export const editMessage = defineCommand({
  name: 'edit-message',
  summary: 'Change the words of a message, or where it stands',
  input: Input,
  refusals: [
    ...contentRefusals,
    ...topicRefusals,
    'edit-propagate-without-topic',
    'edit-nothing',
    'message-missing',
    'move-channel-unknown',
    'edit-not-permitted',
    'edit-too-late',
    'move-not-permitted',
    'move-with-content',
    'move-private',
  ],
  stream: ({ messageId }, realmId) => logStream.message(realmId, messageId),
  aggregate: messageAggregate,
  async prepare(_state, { content, topic }, tools): Promise<Prepared> {
    return {
      ...(content === undefined || textRefusal({ content }) ? {} : { text: await tools.render(said(content)) }),
      ...(topic === undefined ? {} : { topicLinks: tools.topicLinks(topic) }),
    };
  },
  decide(state, input, { realmId, actor, now, prepared, own }) {
    const refusal = textRefusal(input) ?? wishRefusal(input);
    if (refusal) return refuse(refusal);
    const userId = actor as UserId;
    if (own.status !== 'sent' || !canReach(state, userId, own)) return refuse({ code: 'message-missing' });
    const place = currentPlace(state.topics, own.messageId, own.sentTo);
    const change = changeOf(state, input, place, own);
    if ('refusal' in change) return refuse(change.refusal);
    const forbidden =
      contentEditRefusal(change, own, userId, now) ?? moveRefusal(state, change, place, own, userId, now);
    if (forbidden) return refuse(forbidden);
    const appends: Append[] = [];
    if (change.content !== undefined && prepared.text)
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
              previous: { content: own.text.content, html: own.text.html, rendererVersion: own.text.rendererVersion },
            },
          },
        ],
      });
    if (change.to && place.kind === 'channel')
      appends.push({
        stream: logStream.channel(realmId, place.channelId),
        events: [
          {
            type: 'TopicMoved',
            data: {
              channelId: place.channelId,
              topic: place.topic,
              messageId: own.messageId,
              which: input.which,
              to: { channelId: change.to.channelId, topic: change.to.topic, topicLinks: prepared.topicLinks ?? [] },
              // A notice is for a stream that messages come to or leave; a new topic beside the old one has none.
              noticeOld: input.noticeOld && change.to.channelId !== place.channelId,
              noticeNew: input.noticeNew && change.to.channelId !== place.channelId,
            },
          },
        ],
      });
    return accept(appends, {});
  },
});

/** What would be other than it is. */
type Change = { readonly content?: string; readonly to?: ChannelPlace };

function textRefusal({
  content,
  topic,
}: {
  content?: string | undefined;
  topic?: string | undefined;
}): RefusalIn<typeof contentRefusals> | RefusalIn<typeof topicRefusals> | undefined {
  return (
    (content === undefined ? undefined : contentRefusal(said(content))) ??
    (topic === undefined ? undefined : topicRefusal(topic))
  );
}

function wishRefusal({
  content,
  topic,
  channelId,
  which,
}: Input): Refusal<'edit-propagate-without-topic' | 'edit-nothing'> | undefined {
  if (which !== 'one' && topic === undefined && channelId === undefined)
    return { code: 'edit-propagate-without-topic' };
  if (content === undefined && topic === undefined && channelId === undefined) return { code: 'edit-nothing' };
  return undefined;
}

function changeOf(
  state: RealmState,
  { content, topic, channelId }: Input,
  place: Place,
  own: SentMessage,
): Change | { refusal: Refusal<'edit-nothing' | 'move-channel-unknown'> } {
  const words = content !== undefined && said(content) !== own.text.content ? { content: said(content) } : {};
  if (place.kind === 'private') return content === undefined ? { refusal: { code: 'edit-nothing' } } : words;
  if (channelId !== undefined && !openChannel(state.channels, channelId))
    return { refusal: { code: 'move-channel-unknown' } };
  const target = channelId === undefined ? undefined : openChannel(state.channels, channelId);
  const to: ChannelPlace = {
    kind: 'channel',
    channelId: target?.channelId ?? place.channelId,
    topic: topic ?? place.topic,
  };
  return to.channelId === place.channelId && to.topic === place.topic ? words : { ...words, to };
}

/** Words are changed by who said them, for as long as the organization allows; administrators are not exempt. */
function contentEditRefusal(
  change: Change,
  own: SentMessage,
  userId: UserId,
  now: Millis,
): Refusal<'edit-not-permitted' | 'edit-too-late'> | undefined {
  if (change.content === undefined) return undefined;
  if (own.senderId !== userId) return { code: 'edit-not-permitted' };
  const limitSecs = realmSettings.contentEditLimitSecs + graceSecs;
  return now - own.sentAt > limitSecs * 1000 ? { code: 'edit-too-late' } : undefined;
}

function moveRefusal(
  state: RealmState,
  change: Change,
  place: Place,
  own: SentMessage,
  userId: UserId,
  now: Millis,
):
  | Refusal<'move-not-permitted' | 'move-with-content' | 'move-private' | 'edit-not-permitted' | 'edit-too-late'>
  | undefined {
  if (!change.to || place.kind === 'private') return undefined;
  const admin = isAdmin(state.directory.accounts.get(userId));
  if (change.to.channelId !== place.channelId) {
    if (!admin) return { code: 'move-not-permitted' };
    if (change.content !== undefined) return { code: 'move-with-content' };
    const channels = [place.channelId, change.to.channelId].map((id) => state.channels.byId.get(id));
    if (channels.some((channel) => channel?.inviteOnly)) return { code: 'move-private' };
    return undefined;
  }
  if (admin || own.senderId === userId || place.topic === noTopic) return undefined;
  const limitSecs = realmSettings.communityTopicEditLimitSecs + graceSecs;
  return now - own.sentAt > limitSecs * 1000 ? { code: 'edit-too-late' } : undefined;
}
