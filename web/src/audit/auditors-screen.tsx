import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Api } from 'verbatim/client';
import { client } from '../api/connection.ts';
import { isAuditor, me, myself, people, personName } from '../model/organization.ts';
import { Button, Trouble } from '../view/fields.tsx';
import { NamedField } from '../view/named-field.tsx';
import { showToast } from '../view/toast.tsx';
import { given, hasReason, ReasonBar } from './reason.tsx';
import { useAttempt } from './shared/attempt.ts';
import { membersByName } from './shared/people.ts';
import { Table } from './shared/table.tsx';
import { momentWords } from './shared/words.ts';

type Auditor = Api['GET /audit/auditors']['answer']['auditors'][number];

/** Lists the auditors. Owners appoint and dismiss them. */
export function AuditorsScreen() {
  const auditors = useSignal<readonly Auditor[] | undefined>(undefined);
  const chosen = useSignal('');
  const { trouble, isBusy, attempt } = useAttempt();
  const isOwner = myself.value?.is_owner === true;

  const load = async (): Promise<void> => {
    ({ auditors: auditors.value } = await client.value.get('/audit/auditors', given()));
    isAuditor.value = auditors.value.some(({ user_id: id }) => id === me.value);
  };
  const change = (what: () => Promise<unknown>, confirmation: string): Promise<boolean> =>
    attempt(async () => {
      await what();
      showToast(confirmation);
      await load();
    });
  useEffect(() => void attempt(load), []);

  const appointed = new Set((auditors.value ?? []).map(({ user_id: id }) => id));
  const eligible = membersByName.value.filter(([id]) => {
    const { is_guest: isGuest = true, is_bot: isBot = true } = people.value.get(id) ?? {};
    return !isGuest && !isBot && !appointed.has(id);
  });
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
                <Button
                  label="Dismiss"
                  forReaders={one.full_name}
                  aria-disabled={!hasReason.value || isBusy.value}
                  onClick={() =>
                    void change(
                      () => client.value.delete('/audit/auditors/{user_id}', { user_id: one.user_id, ...given() }),
                      `${one.full_name} is no longer an auditor.`,
                    )
                  }
                />
              </td>
            )}
          </tr>
        ))}
      </Table>
      {auditors.value?.length === 0 && <p class="empty">There are no auditors.</p>}
      {isOwner && (
        <form
          class="inline new-hold"
          onSubmit={async () => {
            const asked = { user_id: Number(chosen.value), ...given() };
            const confirmation = `${personName(asked.user_id)} is an auditor.`;
            if (await change(() => client.value.post('/audit/auditors', asked), confirmation)) chosen.value = '';
          }}
        >
          <h3>Appoint an auditor</h3>
          <NamedField label="Person to appoint" chosen={chosen} options={eligible} />
          <Button
            label="Appoint"
            type="submit"
            class="primary"
            aria-disabled={chosen.value === '' || !hasReason.value || isBusy.value}
          />
          {!hasReason.value && <span class="hint">Give a reason first.</span>}
        </form>
      )}
    </section>
  );
}
