import { useSignal } from '@preact/signals';
import type { Api } from 'verbatim/client';
import { client } from '../api/connection.ts';
import { personName, streamName } from '../model/organization.ts';
import { Button, LabelledInput } from '../view/fields.tsx';
import { given } from './reason.tsx';
import { ListScreen, useListWork } from './shared/list-screen.tsx';
import { usePages } from './shared/pages.tsx';
import { SentBetween, SeveralPeople, SeveralStreams } from './shared/scope-fields.tsx';
import { Table } from './shared/table.tsx';

type Hold = Api['GET /audit/holds']['answer']['holds'][number];

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const dayOf = (text: string | null): string => (text === null ? '' : day.format(new Date(text)));

function spanOf({ since, until }: Hold): string {
  if (since === null && until === null) return 'at any time';
  return [since && `since ${dayOf(since)}`, until && `before ${dayOf(until)}`].filter(Boolean).join(', ');
}

/** Legal holds: messages under a hold are kept even if somebody deletes them. */
export function HoldsScreen() {
  const work = useListWork();
  const { attempt, isReady, notice } = work;
  const pages = usePages<Hold>(async (asked) => {
    const { holds: rows, next_cursor: next } = await client.value.get('/audit/holds', asked);
    return { rows, next };
  });
  const { load } = pages;
  const end = async ({ id, name }: Hold): Promise<void> => {
    if (!confirm(`End ${name}? What only this hold keeps can be erased then.`)) return;
    await attempt(async () => {
      await client.value.delete('/audit/holds/{hold_id}', { hold_id: id, ...given() });
      notice.value = `${name} is ended.`;
      await load();
    });
  };
  return (
    <ListScreen
      title="Legal holds"
      lead={
        <>
          Every version of a message under a hold is kept, even if somebody deletes the message. Custodians do not
          notice the hold.
        </>
      }
      show="Show the holds"
      empty="There are no holds."
      pages={pages}
      work={work}
      below={
        <NewHold
          isReady={isReady}
          place={(asked) =>
            attempt(async () => {
              const { already_deleted: gone } = await client.value.post('/audit/holds', { ...asked, ...given() });
              notice.value =
                gone === 0
                  ? 'The hold is placed.'
                  : `The hold is placed. Messages that were deleted earlier and are not held: ${gone}.`;
              await load();
            })
          }
        />
      }
    >
      {(holds) => (
        <Table columns={['Hold', 'Custodians and streams', 'Sent', 'Placed', 'State']}>
          {holds.map((hold) => (
            <tr key={hold.id}>
              <td>
                <b>{hold.name}</b>
                <br />
                <small>{hold.reason}</small>
              </td>
              <td>
                {[...hold.user_ids.map(personName), ...hold.stream_ids.map((id) => `#${streamName(id)}`)].join(', ')}
              </td>
              <td>{spanOf(hold)}</td>
              <td>
                {dayOf(hold.placed_at)}
                {hold.placed_by !== null && ` by ${personName(hold.placed_by)}`}
              </td>
              <td>
                {hold.ended_at === null ? (
                  <Button label="End" forReaders={hold.name} aria-disabled={!isReady} onClick={() => void end(hold)} />
                ) : (
                  `ended ${dayOf(hold.ended_at)}`
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </ListScreen>
  );
}

type Asked = Omit<Api['POST /audit/holds']['parameters'], 'reason'>;

function NewHold({
  isReady,
  place,
}: {
  readonly isReady: boolean;
  readonly place: (asked: Asked) => Promise<boolean>;
}) {
  const name = useSignal('');
  const users = useSignal<readonly number[]>([]);
  const inStreams = useSignal<readonly number[]>([]);
  const since = useSignal('');
  const until = useSignal('');
  return (
    <form
      class="inline new-hold"
      onSubmit={async () => {
        const asked = {
          name: name.value,
          user_ids: users.value,
          stream_ids: inStreams.value,
          ...(since.value && { since: since.value }),
          ...(until.value && { until: until.value }),
        };
        if (!(await place(asked))) return;
        for (const text of [name, since, until]) text.value = '';
        for (const chosen of [users, inStreams]) chosen.value = [];
      }}
    >
      <h3>Place a hold</h3>
      <LabelledInput label="Name" required text={name} />
      <SeveralPeople label="Custodians" chosen={users} />
      <SeveralStreams chosen={inStreams} />
      <SentBetween since={since} until={until} />
      <Button
        label="Hold"
        type="submit"
        class="primary"
        aria-disabled={!isReady || name.value.trim() === '' || users.value.length + inStreams.value.length === 0}
      />
    </form>
  );
}
