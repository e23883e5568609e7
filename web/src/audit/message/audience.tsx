/** Who could read a message at a moment, and by which rule. Whether they read it is not recorded. */
import { useSignal } from '@preact/signals';
import type { Api } from 'verbatim/client';
import { client } from '../../api/connection.ts';
import { Button, bound, Trouble } from '../../view/fields.tsx';
import { LongList } from '../../view/long-list.tsx';
import { hasReason } from '../reason.tsx';
import { useAttempt } from '../shared/attempt.ts';
import { timeSent } from '../shared/local-time.ts';
import { usePages } from '../shared/pages.tsx';
import { counted } from '../shared/words.ts';

type Answer = Api['GET /audit/messages/{message_id}/audience']['answer'];
type Reader = Answer['readers'][number];

const rules: Readonly<Record<Reader['rule'], string>> = {
  recipient: 'the message was sent to them',
  subscriber: 'subscribed to the stream',
  'public stream': 'the stream was public',
  history: 'subscribers may read the history',
  'alert to a bot': 'it was to be sent to the server of the bot',
};

export function Audience({ messageId }: { readonly messageId: number }) {
  const at = useSignal('');
  const { trouble, isBusy: isLoading, attempt } = useAttempt();
  const asked = useSignal('');
  const pages = usePages(async (page) => {
    if (page.cursor === undefined) asked.value = timeSent(at.value, undefined);
    const { readers, next_cursor: next } = await client.value.get('/audit/messages/{message_id}/audience', {
      message_id: messageId,
      ...page,
      ...(asked.value && { at: asked.value }),
    });
    return { rows: readers.map((reader) => ({ key: reader.user_id, reader })), next };
  });
  const load = async (cursor?: number): Promise<void> => {
    if (!isLoading.value) await attempt(() => pages.load(cursor));
  };
  const { next } = pages;
  const { value: found } = pages.rows;
  return (
    <>
      <form class="inline" onSubmit={() => void load()}>
        <label>
          Moment <input type="datetime-local" step="1" aria-describedby="audience-at" {...bound(at)} />
        </label>
        <Button label="Show who could read it" type="submit" aria-disabled={!hasReason.value || isLoading.value} />
        <span class="hint" id="audience-at">
          {at.value ? '' : 'If it is empty: now.'}
        </span>
      </form>
      <Trouble words={trouble.value} />
      {found && (
        <>
          <p class="hint">
            {next.value === null ? `${found.length} could read it.` : `At least ${found.length} could read it.`} Whether
            they read it is not recorded.
          </p>
          <LongList
            rows={found}
            label="Who could read it"
            isWhole={next.value === null}
            onNearEnd={() => {
              if (next.value !== null && !trouble.value) void load(next.value);
            }}
            draw={({ reader }) => <ReaderRow reader={reader} />}
          />
        </>
      )}
    </>
  );
}

function ReaderRow({ reader: { name, user_id: id, rule, queues } }: { readonly reader: Reader }) {
  return (
    <div class="reader">
      <b>{name ?? `User ${id}`}</b>
      <span>{rules[rule]}</span>
      <small>{queues.length > 0 && counted(queues.length, 'event queue')}</small>
    </div>
  );
}
