/** One message. The first message of a conversation or a day has a heading above it. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { goToAddress, isPast } from '../api/looking.ts';
import type { Listed } from '../api/types.ts';
import { Html } from '../html/html.tsx';
import { hasUnsaved } from '../model/edits.ts';
import { isMention, messageOf } from '../model/messages.ts';
import { fragmentOf, nearMessage, ofMessage, ofStream, othersOf } from '../model/narrow.ts';
import {
  isAuditor,
  peopleWords,
  personName,
  settings,
  streamColor,
  streamName,
  subscriptions,
} from '../model/organization.ts';
import { Avatar } from './avatar.tsx';
import { EditForm } from './edit-form.tsx';
import { Button, setTo } from './fields.tsx';
import { Icon, IconButton } from './icons.tsx';
import { canRemove, copyLink, isEditable, replyTo, toggleStar } from './message-actions.ts';
import { Reactions } from './reactions.tsx';
import { dialog, editing, isTyping, selected } from './selection.ts';
import { StatusWords } from './status-dialog.tsx';
import { clockOf, dayOf, isSameDay, wholeOf } from './time.ts';

type Props = {
  readonly id: number;
  /** The message above it. */
  readonly before: number | undefined;
  readonly position: number;
  readonly size: number;
  readonly isSelected: boolean;
};

const sameSenderSeconds = 600;

export function MessageRow({ id, before, position, size, isSelected }: Props) {
  const message = messageOf(id).value;
  const above = before === undefined ? undefined : messageOf(before).value;
  const row = useRef<HTMLElement>(null);
  // Before the next key, which may select another row.
  useLayoutEffect(() => {
    if (!isSelected) return;
    // The focus stays in a field in which the user types, or within the row.
    const { activeElement: now } = document;
    if (!isTyping(now) && !row.current?.contains(now)) row.current?.focus({ preventScroll: true });
  }, [isSelected]);
  if (!message) return null;
  const isNewDay = !above || !isSameDay(above.timestamp, message.timestamp);
  const isNewPlace = !above || isNewDay || placeKey(above) !== placeKey(message);
  const isContinued =
    !isNewPlace &&
    above.sender_id === message.sender_id &&
    !message.is_me_message &&
    message.timestamp - above.timestamp < sameSenderSeconds;
  const { sender_id: sender, timestamp, flags } = message;
  const name = personName(sender);
  const isUnread = !flags.includes('read');
  return (
    <div class="row" data-key={id}>
      {isNewDay && (
        <p class="day">
          <span>{dayOf(timestamp)}</span>
        </p>
      )}
      {isNewPlace && <PlaceHeading message={message} />}
      <article
        ref={row}
        class={`message ${isContinued ? 'is-continued' : ''} ${isMention(message) || flags.includes('has_alert_word') ? 'is-mentioned' : ''} ${isSelected ? 'is-selected' : ''} ${isUnread ? 'is-unread' : ''}`}
        tabIndex={isSelected ? 0 : -1}
        aria-label={`${name}, ${clockOf(timestamp)}${isUnread ? ', unread' : ''}`}
        aria-describedby={wordsId(id)}
        aria-posinset={position > 0 ? position : undefined}
        aria-setsize={position > 0 ? size : undefined}
        onFocusIn={setTo(selected, id)}
      >
        {isContinued ? (
          <time class="gutter-time" dateTime={new Date(timestamp * 1000).toISOString()} title={wholeOf(timestamp)}>
            {clockOf(timestamp)}
          </time>
        ) : (
          <Avatar id={sender} name={name} />
        )}
        <div class="body">
          {!isContinued && (
            <p class="byline">
              <span class="sender">{name}</span>
              <StatusWords id={sender} />
              <time dateTime={new Date(timestamp * 1000).toISOString()} title={wholeOf(timestamp)}>
                {clockOf(timestamp)}
              </time>
            </p>
          )}
          {editing.value === id ? <EditForm message={message} /> : <Words message={message} />}
          {editing.value !== id && !isPast.value && hasUnsaved(id) && (
            <p class="unsaved">
              Your edit is not saved.{' '}
              <Button
                label="Go on editing"
                class="quiet"
                onClick={() => {
                  // The button goes, and the form takes the focus from the row.
                  row.current?.focus();
                  editing.value = id;
                }}
              />
            </p>
          )}
          <Marks message={message} />
          <Reactions message={message} />
        </div>
        <Acts message={message} />
      </article>
    </div>
  );
}

/** The name above `/me waves` is its subject. */
function Words({ message: { id, content, match_content: found, is_me_message: isMe } }: { readonly message: Listed }) {
  const html = found ?? content;
  return <Html id={wordsId(id)} html={isMe ? html.replace('/me ', '') : html} class={isMe ? 'is-me' : ''} />;
}

const wordsId = (id: number): string => `words-${id}`;

const placeKey = (message: Listed): string => fragmentOf(ofMessage(message)).toLowerCase();

function PlaceHeading({ message }: { readonly message: Listed }) {
  const { stream_id: streamId, subject } = message;
  if (message.type === 'stream' && streamId !== undefined)
    return (
      <h2 class="place" style={{ '--stream': streamColor(streamId) }}>
        <a href={fragmentOf(ofStream(streamId))} class="place-stream">
          {subscriptions.value.get(streamId)?.invite_only ? <Icon name="lock" /> : <span class="hash">#</span>}
          {streamName(streamId)}
        </a>
        <span class="place-step" aria-hidden="true">
          ›
        </span>
        <a href={fragmentOf(nearMessage(message))}>{subject}</a>
      </h2>
    );
  const others = othersOf(message);
  return (
    <h2 class="place is-private">
      <a href={fragmentOf(nearMessage(message))}>
        <Icon name="lock" />
        {peopleWords(others)}
      </a>
    </h2>
  );
}

function Marks({ message }: { readonly message: Listed }) {
  const { edit_history: history = [], flags, id, last_edit_timestamp: edited } = message;
  const isStarred = flags.includes('starred');
  if (edited === undefined && !isStarred) return null;
  const word = history.some((entry) => entry.prev_content !== undefined) || history.length === 0 ? 'edited' : 'moved';
  return (
    <p class="marks">
      {edited !== undefined &&
        (settings.value.realm_allow_edit_history ? (
          <button
            type="button"
            title={`${word} ${wholeOf(edited)}: show every version`}
            onClick={setTo(dialog, { is: 'history', id })}
          >
            {word}
          </button>
        ) : (
          <span title={wholeOf(edited)}>{word}</span>
        ))}
      {isStarred && (
        <span class="starred">
          <Icon name="star" /> starred
        </span>
      )}
    </p>
  );
}

function Acts({ message }: { readonly message: Listed }) {
  const { id } = message;
  const open = (is: 'history' | 'remove') => () => {
    dialog.value = { is, id };
  };
  return (
    <div class="acts" role="toolbar" aria-label="Actions for this message">
      {!isPast.value && <Writing message={message} />}
      {settings.value.realm_allow_edit_history && (
        <IconButton icon="history" label="Every version" onClick={open('history')} />
      )}
      <IconButton icon="link" label="Copy a link to this message" onClick={() => copyLink(message)} />
      {isAuditor.value && (
        <IconButton icon="seal" label="Prove this message" onClick={() => goToAddress(`#audit/message/${id}`)} />
      )}
      {!isPast.value && canRemove(message) && <IconButton icon="remove" label="Delete" onClick={open('remove')} />}
    </div>
  );
}

/** Buttons that change something. They are shown only for the present. */
function Writing({ message }: { readonly message: Listed }) {
  const { id, flags } = message;
  const isStarred = flags.includes('starred');
  return (
    <>
      <IconButton icon="smile" label="Add a reaction" onClick={setTo(dialog, { is: 'emoji', id })} />
      <IconButton icon="reply" label="Reply" onClick={() => replyTo(message)} />
      <IconButton
        icon="star"
        label={isStarred ? 'Remove the star' : 'Star'}
        pressed={isStarred}
        onClick={() => toggleStar(message)}
      />
      {isEditable(message) && <IconButton icon="edit" label="Edit" onClick={setTo(editing, id)} />}
    </>
  );
}
