/** Follows the event queue, and applies its events to the model in order. */
import { batch, effect, signal } from '@preact/signals';
import type { Event } from 'verbatim/client';
import { connectionState, liveClient, onConnected, onTrouble, wordsOf } from '../api/connection.ts';
import type { Listed, Registered } from '../api/types.ts';
import { addToConversation, handleDeletedPrivate, learnConversations, reloadTopics } from './conversations.ts';
import { endEdits } from './edits.ts';
import { invitationChanges } from './invitations.ts';
import { MessageList } from './message-list.ts';
import {
  type Edited,
  forget,
  forgetUnshown,
  handleEdited,
  handleReaction,
  isMention,
  keep,
  knownIds,
  setFlag,
} from './messages.ts';
import { presentTopic, type TopicPlace } from './moved-topic.ts';
import { isOfPlace, isSilent, type Narrow, othersOf, placeOf } from './narrow.ts';
import { notify, showNotifications } from './notifications.ts';
import { type Handlers, isAuditor, learn, me, ofOrganization, personName, streamName } from './organization.ts';
import { handlePresence, handleStatus, learnPresence } from './presence.ts';
import { realmEmoji } from './realm-emoji.ts';
import { realmExports } from './realm-exports.ts';
import { arrived, queueId } from './sending.ts';
import { endTyping, handleTyping } from './typing.ts';
import {
  addUnread,
  fetchUnread,
  learnUnread,
  moveUnread,
  removeUnread,
  removeUnreadOfStreams,
  setMention,
} from './unread.ts';
import { handleUserGroup, learnUserGroups } from './user-groups.ts';

/** The list of messages on the screen. */
export const shown = signal<MessageList | undefined>(undefined);
export const hasState = signal(false);
/** A topic that is gone, and where its messages are now. */
export const movedTopic = signal<{ readonly from: TopicPlace; readonly to: TopicPlace } | undefined>(undefined);
/** What screen readers announce: the id of a message, and words about it. The words of two messages may be the same. */
export const announcement = signal<{ readonly id: number; readonly words: string } | undefined>(undefined);

// A list that could not be loaded is loaded as soon as the server can be reached again.
effect(() => {
  if (connectionState.value.is === 'live' && shown.peek()?.trouble.peek() !== undefined) void shown.peek()?.again();
});

/** Shows the messages of a narrow: around the message that it names, from the newest for a search, and otherwise from the first unread one. */
export function show(narrow: Narrow): void {
  const list = new MessageList(narrow);
  shown.value = list;
  const near = narrow.find(({ operator }) => operator === 'near' || operator === 'id')?.operand;
  const isSearch = narrow.some(({ operator }) => operator === 'search' || operator === 'is' || operator === 'has');
  void list.load(near !== undefined ? Number(near) : isSearch ? 'newest' : 'first_unread');
}

/** `wasHere`: messages are on the screen already and must be fetched again. */
export async function follow(signal: AbortSignal, wasHere: boolean): Promise<void> {
  const ended = new AbortController();
  showNotifications(AbortSignal.any([signal, ended.signal]));
  const following = liveClient.value.follow({
    register: registration,
    signal,
    onState: (state, isAgain) => {
      if (!signal.aborted) onState(state, isAgain || wasHere);
    },
    onEvent: (event) => {
      if (!signal.aborted) batch(() => handle(event));
    },
    onTrouble: (_, waitMs) => {
      if (!signal.aborted) onTrouble(waitMs);
    },
  });
  // A tab that hears of nothing leaves the notifications to another one.
  await following.finally(() => ended.abort());
}

/** Replaces the model with the state of a registration. */
export function learnAll(state: Registered): void {
  batch(() => {
    learn(state);
    learnUnread(state);
    learnConversations(state);
    learnPresence(state);
    learnUserGroups(state);
    realmEmoji.value = state.realm_emoji ?? {};
    queueId.value = state.queue_id ?? undefined;
    hasState.value = true;
    onConnected();
  });
}

function onState(state: Registered, isAgain: boolean): void {
  learnAll(state);
  void liveClient.value.get('/users/me').then(
    (own) => {
      isAuditor.value = own.is_auditor;
    },
    // It is requested again with the next registration.
    () => undefined,
  );
  // No queue reported what happened between the two registrations, so the list is fetched again.
  if (isAgain) void refreshShown();
}

/** The messages that an event changes or removes. */
const changedBy = (event: Event): readonly number[] => [
  ...('message_ids' in event ? (event.message_ids ?? []) : []),
  ...('message_id' in event && event.message_id !== undefined ? [event.message_id] : []),
  ...('messages' in event ? event.messages : []),
];

/** What each type of event does to the model. The page registers for these types. */
const handlers: Handlers = {
  ...ofOrganization,
  message: (event) => handleMessage({ ...event.message, flags: event.flags }, event.local_message_id),
  update_message(event) {
    handleEdited(event);
    if ('subject' in event) {
      handleMoved(event);
    } else {
      setMention(event.message_id, isMention(event));
      shown.value?.handleFlag([event.message_id], 'mentioned', isMention(event));
    }
  },
  delete_message(event) {
    const ids = event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id]);
    shown.value?.remove(ids);
    removeUnread(ids);
    forget(ids);
    endEdits(ids);
    reloadTopics(event.stream_id);
    if (event.message_type === 'private') handleDeletedPrivate(ids);
  },
  reaction: handleReaction,
  update_message_flags: handleFlags,
  subscription(event) {
    if (event.op === 'remove') removeUnreadOfStreams(event.subscriptions.map(({ stream_id: id }) => id));
    ofOrganization.subscription(event);
    if (event.op === 'update' && event.property === 'in_home_view') handleMuted();
  },
  stream(event) {
    ofOrganization.stream(event);
    // Its messages may not be read any more.
    if (event.op === 'delete') void shown.value?.refresh();
  },
  muted_topics(event) {
    ofOrganization.muted_topics(event);
    handleMuted();
  },
  presence: handlePresence,
  typing: handleTyping,
  user_status: handleStatus,
  realm_emoji(event) {
    realmEmoji.value = event.realm_emoji;
  },
  realm_export(event) {
    realmExports.value = event.exports;
  },
  user_group: handleUserGroup,
  invites_changed() {
    invitationChanges.value += 1;
  },
};

const eventTypes = Object.keys(handlers);

export const registration = {
  event_types: eventTypes,
  fetch_event_types: [
    ...eventTypes,
    'recent_private_conversations',
    'realm_user',
    'realm_user_groups',
    'default_streams',
    'starred_messages',
  ],
  client_gravatar: true,
  slim_presence: true,
  apply_markdown: true,
  client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
};

function handle(event: Event): void {
  shown.value?.noteChanged(changedBy(event));
  (handlers[event.type] as ((event: Event) => void) | undefined)?.(event);
}

/** All messages are those that are not muted. */
function handleMuted(): void {
  if (shown.value?.narrow.length === 0) void shown.value.refresh();
}

function handleFlags({ flag, operation, messages, all }: Event & { readonly type: 'update_message_flags' }): void {
  const isOn = operation === 'add';
  const ids = all ? knownIds() : messages;
  if (flag === 'read' && isOn) removeUnread(ids, all);
  else setFlag(ids, flag, isOn);
  if (flag === 'read' && !isOn) void fetchUnread(ids);
  shown.value?.handleFlag(ids, flag, isOn);
}

function handleMoved(event: Extract<Edited, { readonly subject: string }>): void {
  const { message_ids: ids, stream_id: streamId, orig_subject: topic, new_stream_id: newStreamId } = event;
  const to = { kind: 'topic', streamId: newStreamId ?? streamId, topic: event.subject } as const;
  moveUnread(ids, to.streamId, to.topic);
  reloadTopics(streamId, newStreamId);
  const { value: list } = shown;
  const isWhole = topicOf(list) && list?.foundOldest.value && list.foundNewest.value && list.ids.value.length > 0;
  if (list?.removeMovedOut(ids)) void list.refresh();
  const isEmptied = isWhole && list.ids.value.length === 0;
  if (isEmptied || event.propagate_mode === 'change_all')
    movedTopic.value = { from: { kind: 'topic', streamId, topic }, to };
}

/** The topic that is shown; undefined if it is only searched, or if something else is shown. */
function topicOf(list: MessageList | undefined): TopicPlace | undefined {
  const place = list && isOfPlace(list.narrow) ? placeOf(list.narrow) : undefined;
  return place?.kind === 'topic' ? place : undefined;
}

/** Fetches what is shown again. No event has reported that its topic was moved meanwhile. */
async function refreshShown(): Promise<void> {
  const { value: list } = shown;
  const known = list?.ids.value.at(-1);
  await list?.refresh();
  const from = topicOf(list);
  const isEmpty = list?.ids.value.length === 0 && list.trouble.value === undefined;
  if (list && from && isEmpty) await followMoved(list, from, known);
}

async function followMoved(list: MessageList, from: TopicPlace, known: number | undefined): Promise<void> {
  list.trouble.value = undefined;
  try {
    const to = await presentTopic(from, known);
    if (to !== from && shown.value === list) movedTopic.value = { from, to };
  } catch (error) {
    list.again = () => followMoved(list, from, known);
    list.trouble.value = wordsOf(error);
  }
}

function handleMessage(message: Listed, localId: string | undefined): void {
  keep([message]);
  forgetUnshown(shown.value?.ids.value ?? []);
  addUnread([message]);
  addToConversation(message);
  if (message.type === 'private') endTyping(othersOf(message), message.sender_id);
  arrived(message.id, localId);
  void shown.value?.addIfMatching(message);
  void notify(message);
  if (message.sender_id !== me.value && !isSilent(message))
    announcement.value = { id: message.id, words: announced(message) };
}

function announced(message: Listed): string {
  const place = message.type === 'stream' ? `${streamName(message.stream_id ?? 0)}, ${message.subject}` : 'privately';
  return `${personName(message.sender_id)}, ${place}`;
}
