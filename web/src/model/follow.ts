/** Follows the event queue, and applies its events to the model in order. */
import { batch, effect, signal } from '@preact/signals';
import type { Event } from 'verbatim/client';
import { connectionState, liveClient, onConnected, onTrouble } from '../api/connection.ts';
import type { Listed, Registered } from '../api/types.ts';
import { learnConversations, tellConversation, tellDeleted, tellTopics } from './conversations.ts';
import { endEdits } from './edits.ts';
import { invitationChanges } from './invitations.ts';
import { MessageList } from './message-list.ts';
import { forget, forgetUnshown, isMention, keep, knownIds, setFlag, tellEdited, tellReaction } from './messages.ts';
import { isSilent, type Narrow, ofTopic, othersOf, placeOf } from './narrow.ts';
import { notify, showNotifications } from './notifications.ts';
import { isAuditor, learn, me, personName, streamName, tellOrganization } from './organization.ts';
import { learnPresence, tellPresence, tellStatus } from './presence.ts';
import { realmEmoji } from './realm-emoji.ts';
import { realmExports } from './realm-exports.ts';
import { arrived, queueId } from './sending.ts';
import { ceased, tellTyping } from './typing.ts';
import { learnUnread, tellLeft, tellMention, tellMoved, tellRead, tellUnread, tellUnreadAgain } from './unread.ts';
import { learnUserGroups, tellUserGroup } from './user-groups.ts';

/** The list of messages on the screen. */
export const shown = signal<MessageList | undefined>(undefined);
export const hasState = signal(false);
/** Where all messages of the topic on the screen were moved. */
export const movedTo = signal<Narrow | undefined>(undefined);
/** What screen readers announce: the id of a message, and words about it. The words of two messages may be the same. */
export const announcement = signal<{ readonly id: number; readonly words: string } | undefined>(undefined);

const eventTypes = [
  'message',
  'update_message',
  'delete_message',
  'reaction',
  'update_message_flags',
  'subscription',
  'stream',
  'realm_user',
  'realm',
  'muted_topics',
  'presence',
  'typing',
  'user_status',
  'realm_emoji',
  'realm_export',
  'user_group',
  'update_global_notifications',
  'alert_words',
  'invites_changed',
];

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
      if (!signal.aborted) batch(() => tell(event));
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
  if (isAgain) void shown.value?.refresh();
}

/** The messages that an event changes or removes. */
const changedBy = (event: Event): readonly number[] => [
  ...('message_ids' in event ? (event.message_ids ?? []) : []),
  ...('message_id' in event && event.message_id !== undefined ? [event.message_id] : []),
  ...('messages' in event ? event.messages : []),
];

function tell(event: Event): void {
  shown.value?.tellChanged(changedBy(event));
  switch (event.type) {
    case 'message':
      tellMessage({ ...event.message, flags: event.flags }, event.local_message_id);
      return;
    case 'update_message':
      tellEdited(event);
      if ('subject' in event) {
        tellMoved(event.message_ids, event.new_stream_id ?? event.stream_id, event.subject);
        tellTopics(event.stream_id, event.new_stream_id);
        tellShownMoved(event.message_ids, ofTopic(event.new_stream_id ?? event.stream_id, event.subject));
      } else {
        tellMention(event.message_id, isMention(event));
        shown.value?.tellFlag([event.message_id], 'mentioned', isMention(event));
      }
      return;
    case 'delete_message':
    case 'message_deleted': {
      const ids = event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id]);
      shown.value?.remove(ids);
      tellRead(ids);
      forget(ids);
      endEdits(ids);
      tellTopics(event.stream_id);
      if (event.message_type === 'private') tellDeleted(ids);
      return;
    }
    case 'reaction':
      tellReaction(event);
      return;
    case 'update_message_flags':
      tellFlag(event);
      return;
    case 'presence':
      tellPresence(event);
      return;
    case 'user_status':
      tellStatus(event);
      return;
    case 'realm_emoji':
      realmEmoji.value = event.realm_emoji;
      return;
    case 'invites_changed':
      invitationChanges.value += 1;
      return;
    case 'realm_export':
      realmExports.value = event.exports;
      return;
    case 'user_group':
      tellUserGroup(event);
      return;
    case 'typing':
      tellTyping(event);
      return;
    case 'subscription':
      if (event.op === 'remove') tellLeft(event.subscriptions.map(({ stream_id: id }) => id));
      tellOrganization(event);
      if (event.op === 'update' && event.property === 'in_home_view') tellMuted();
      return;
    case 'muted_topics':
      tellOrganization(event);
      tellMuted();
      return;
    case 'stream':
      tellOrganization(event);
      // Its messages may not be read any more.
      if (event.op === 'delete') void shown.value?.refresh();
      return;
    default:
      tellOrganization(event);
  }
}

/** All messages are those that are not muted. */
function tellMuted(): void {
  if (shown.value?.narrow.length === 0) void shown.value.refresh();
}

function tellFlag({ flag, operation, messages, all }: Event & { readonly type: 'update_message_flags' }): void {
  const isOn = operation === 'add';
  const ids = all ? knownIds() : messages;
  if (flag === 'read' && isOn) tellRead(ids, all);
  else setFlag(ids, flag, isOn);
  if (flag === 'read' && !isOn) void tellUnreadAgain(ids);
  shown.value?.tellFlag(ids, flag, isOn);
}

function tellShownMoved(ids: readonly number[], to: Narrow): void {
  const { value: list } = shown;
  if (!list) return;
  const hadMessages = list.ids.value.length > 0;
  if (list.tellMoved(ids)) void list.refresh();
  if (hadMessages && list.ids.value.length === 0 && placeOf(list.narrow)?.kind === 'topic') movedTo.value = to;
}

function tellMessage(message: Listed, localId: string | undefined): void {
  keep([message]);
  forgetUnshown(shown.value?.ids.value ?? []);
  tellUnread([message]);
  tellConversation(message);
  if (message.type === 'private') ceased(othersOf(message), message.sender_id);
  arrived(message.id, localId);
  void shown.value?.tell(message);
  void notify(message);
  if (message.sender_id !== me.value && !isSilent(message))
    announcement.value = { id: message.id, words: announced(message) };
}

function announced(message: Listed): string {
  const place = message.type === 'stream' ? `${streamName(message.stream_id ?? 0)}, ${message.subject}` : 'privately';
  return `${personName(message.sender_id)}, ${place}`;
}
