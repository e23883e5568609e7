/** The dialogs. Only one is open at a time. */
import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from '../api/connection.ts';
import { goToAddress } from '../api/looking.ts';
import { useAttempt } from '../audit/shared/attempt.ts';
import { messageOf } from '../model/messages.ts';
import { fragmentOf, ofPeople, ofStream, streamIdOf } from '../model/narrow.ts';
import { addressees, me, personName, streamName, streams, subscriptions } from '../model/organization.ts';
import { writeIn } from './compose-state.ts';
import { EmojiDialog } from './emoji-dialog.tsx';
import { Button, nameMatches, SearchField, Trouble } from './fields.tsx';
import { closeDialog, Frame } from './frame.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { shortcuts } from './keyboard.ts';
import { NotificationsDialog } from './notifications-dialog.tsx';
import { dialog } from './selection.ts';
import { StatusDialog } from './status-dialog.tsx';
import { showToast } from './toast.tsx';

export function Dialogs() {
  const open = dialog.value;
  const isGone = open !== undefined && 'id' in open && messageOf(open.id).value === undefined;
  useEffect(() => {
    if (isGone) closeDialog();
  }, [isGone]);
  switch (open?.is) {
    case 'history':
      return <HistoryDialog id={open.id} />;
    case 'emoji':
      return <EmojiDialog id={open.id} />;
    case 'remove':
      return <RemoveDialog id={open.id} />;
    case 'streams':
      return <StreamsDialog />;
    case 'write':
      return <WriteDialog />;
    case 'add':
      return <AddDialog streamId={open.streamId} />;
    case 'status':
      return <StatusDialog />;
    case 'notifications':
      return <NotificationsDialog />;
    case 'help':
      return <HelpDialog />;
    default:
      return null;
  }
}

function RemoveDialog({ id }: { readonly id: number }) {
  const message = messageOf(id).value;
  const { trouble, isBusy, attempt } = useAttempt();
  const remove = () =>
    attempt(async () => {
      await client.value.delete('/messages/{message_id}', { message_id: id });
      closeDialog();
    });
  return (
    <Frame title="Delete this message?">
      <p>
        {message?.sender_id === me.value ? 'Your message' : `The message of ${message?.sender_full_name}`} will be
        hidden from everybody in its conversation. The record still shows that it existed, who sent it, where and when.
      </p>
      <Trouble words={trouble.value} />
      <p class="dialog-acts">
        <Button label="Delete" class="danger" aria-disabled={isBusy.value} onClick={() => void remove()} />
        <Button label="Keep" onClick={closeDialog} />
      </p>
    </Frame>
  );
}

/** Lists streams to join or leave, and creates new ones. */
function StreamsDialog() {
  const sought = useSignal('');
  const notice = useSignal('');
  const { trouble, isBusy, attempt } = useAttempt();
  const found = useComputed(() =>
    [...streams.value.values()]
      .filter(({ name }) => nameMatches(name, sought.value))
      .sort((a, b) => a.name.localeCompare(b.name))
      .slice(0, 200),
  );
  const name = sought.value.trim();
  const isNew = name !== '' && streamIdOf(name) === undefined;
  const change = async (called: string, isIn: boolean, isPrivate = false): Promise<void> => {
    if (isIn && isPrivate && !confirm(`Leave #${called}? It is private: only a subscriber can add you again.`)) return;
    notice.value = '';
    const isDone = await attempt(() =>
      isIn
        ? client.value.delete('/users/me/subscriptions', { subscriptions: [called] })
        : client.value.post('/users/me/subscriptions', {
            subscriptions: [{ name: called }],
            ...(isPrivate && { invite_only: true }),
          }),
    );
    if (isDone) notice.value = isIn ? `You have left #${called}.` : `You are in #${called}.`;
  };
  return (
    <Frame title="Streams">
      <SearchField label="Name of a stream" placeholder="Find a stream, or name a new one" text={sought} />
      {isNew && (
        <p class="dialog-acts">
          {[`Create #${name}`, 'Create it as a private stream'].map((label, index) => (
            <Button
              label={label}
              class={index === 0 ? 'primary' : undefined}
              aria-disabled={isBusy.value}
              onClick={() => void change(name, false, index === 1)}
            />
          ))}
        </p>
      )}
      <Trouble words={trouble.value} />
      <p role="status">{notice.value}</p>
      <ul class="rows">
        {found.value.map(({ stream_id: id, name: called, description, invite_only: isPrivate }) => (
          <li key={id}>
            <span class="grow">
              <a href={fragmentOf(ofStream(id))} onClick={closeDialog}>
                #{called}
              </a>{' '}
              <small>{description}</small>
            </span>
            <Button
              label={subscriptions.value.has(id) ? 'Leave' : 'Join'}
              forReaders={called}
              aria-disabled={isBusy.value}
              onClick={() => void change(called, subscriptions.value.has(id), isPrivate)}
            />
          </li>
        ))}
      </ul>
    </Frame>
  );
}

/** A private conversation with one or more people. */
const WriteDialog = () => (
  <ChoosePeople
    title="Write privately"
    act="Write"
    choose={(ids) => {
      const others = ids.filter((id) => id !== me.value);
      closeDialog();
      goToAddress(fragmentOf(ofPeople(others)));
      writeIn({ kind: 'people', ids: others });
    }}
  />
);

/** Subscribes others to a stream. To a private one, nobody comes in another way. */
function AddDialog({ streamId }: { readonly streamId: number }) {
  const name = streamName(streamId);
  const add = async (principals: readonly number[]): Promise<void> => {
    await client.value.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [...principals] });
    closeDialog();
    showToast(`${principals.map(personName).join(', ')}: added to #${name}.`);
  };
  return <ChoosePeople title={`Add people to #${name}`} act="Add" choose={add} />;
}

/** `act`: the label of the button. If nobody is checked, the only person who is found is meant. */
function ChoosePeople(props: {
  readonly title: string;
  readonly act: string;
  readonly choose: (ids: readonly number[]) => Promise<void> | void;
}) {
  const { title, act, choose } = props;
  const { trouble, isBusy, attempt } = useAttempt();
  const sought = useSignal('');
  const chosen = useSignal<ReadonlySet<number>>(new Set());
  const found = addressees.value.filter((one) => nameMatches(one.full_name, sought.value)).slice(0, 100);
  const isOnlyOne = chosen.value.size === 0 && sought.value.trim() !== '' && found.length === 1;
  const ids = isOnlyOne ? found.map(({ user_id: id }) => id) : [...chosen.value];
  return (
    <Frame title={title}>
      <form onSubmit={() => void attempt(async () => choose(ids))}>
        <SearchField label="Name of a person" placeholder="Find a person" text={sought} />
        <p role="status">{ids.length > 0 && `Chosen: ${ids.map(personName).join(', ')}`}</p>
        <ul class="rows">
          {found.map(({ user_id: id, full_name: name, email }) => (
            <li key={id}>
              <label class="grow">
                <input
                  type="checkbox"
                  checked={chosen.value.has(id)}
                  onChange={() => {
                    const next = new Set(chosen.value);
                    if (!next.delete(id)) next.add(id);
                    chosen.value = next;
                  }}
                />{' '}
                {name} <small>{email}</small>
              </label>
            </li>
          ))}
        </ul>
        <Trouble words={trouble.value} />
        <p class="dialog-acts">
          <Button label={act} type="submit" class="primary" aria-disabled={isBusy.value} disabled={ids.length === 0} />
        </p>
      </form>
    </Frame>
  );
}

const HelpDialog = () => (
  <Frame title="Keyboard shortcuts">
    <table class="keys">
      <tbody>
        {shortcuts.map(({ keys, words }) => (
          <tr key={words}>
            <th scope="row">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </th>
            <td>{words}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p>
      Search with <code>stream:</code>, <code>topic:</code>, <code>sender:</code>, <code>pm-with:</code>,{' '}
      <code>is:starred</code>, <code>is:mentioned</code>, <code>has:link</code> and <code>near:</code>. Put{' '}
      <code>-</code> before an operator to exclude what it finds.
    </p>
  </Frame>
);
