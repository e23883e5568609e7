import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Api } from 'verbatim/client';
import { client } from '../api/connection.ts';
import { addressees, isAuditor, me, myself, personName } from '../model/organization.ts';
import { bound, Trouble } from '../view/fields.tsx';
import { given, ReasonBar, reason } from './reason.tsx';
import { useAttempt } from './shared/attempt.ts';
import { Table } from './shared/table.tsx';
import { momentWords } from './shared/words.ts';

type Auditor = Api['GET /audit/auditors']['answer']['auditors'][number];

/** Lists the auditors. Owners appoint and dismiss them. */
export function AuditorsScreen() {
  const auditors = useSignal<readonly Auditor[] | undefined>(undefined);
  const chosen = useSignal('');
  const { trouble, attempt } = useAttempt();
  const isOwner = myself.value?.is_owner === true;

  const load = async (): Promise<void> => {
    ({ auditors: auditors.value } = await client.value.get('/audit/auditors', given()));
    isAuditor.value = auditors.value.some(({ user_id: id }) => id === me.value);
  };
  const change = (what: () => Promise<unknown>): Promise<boolean> =>
    attempt(async () => {
      await what();
      await load();
    });
  useEffect(() => void attempt(load), []);

  const appointed = new Set((auditors.value ?? []).map(({ user_id: id }) => id));
  const eligible = addressees.value.filter((one) => !one.is_guest && !one.is_bot && !appointed.has(one.user_id));
  return (
    <section class="screen" aria-label="Auditors">
      <h2>Auditors</h2>
      <p class="lead">Auditors may read what others did and wrote. Each access is recorded before it is answered.</p>
      <ReasonBar />
      <Trouble words={trouble.value} />
      <Table columns={['Auditor', 'Appointed by', 'Appointed on', 'Reason', ...(isOwner ? ['Dismiss'] : [])]}>
        {(auditors.value ?? []).map((one) => (
          <tr key={one.user_id}>
            <td>
              <b>{one.full_name}</b>
            </td>
            <td>{one.appointed_by === null ? 'the operator' : personName(one.appointed_by)}</td>
            <td>{momentWords(one.appointed_at)}</td>
            <td>{one.reason}</td>
            {isOwner && (
              <td>
                <button
                  type="button"
                  disabled={!reason.value.trim()}
                  onClick={() =>
                    void change(() =>
                      client.value.delete('/audit/auditors/{user_id}', { user_id: one.user_id, ...given() }),
                    )
                  }
                >
                  Dismiss<span class="for-readers"> {one.full_name}</span>
                </button>
              </td>
            )}
          </tr>
        ))}
      </Table>
      {auditors.value?.length === 0 && <p class="empty">There are no auditors.</p>}
      {isOwner && (
        <form
          class="inline"
          onSubmit={(event) => {
            event.preventDefault();
            const id = Number(chosen.value);
            chosen.value = '';
            void change(() => client.value.post('/audit/auditors', { user_id: id, ...given() }));
          }}
        >
          <select aria-label="Person to appoint" {...bound(chosen)}>
            <option value="">Choose a person…</option>
            {eligible.map(({ user_id: id, full_name: name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <button type="submit" class="primary" disabled={chosen.value === '' || !reason.value.trim()}>
            Appoint
          </button>
          {!reason.value.trim() && <span class="hint">Give a reason first.</span>}
        </form>
      )}
    </section>
  );
}
