/** How long messages are kept: in the organization, and in streams with a period of their own. Owners change it. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { client } from '../api/connection.ts';
import { streamsByName } from '../audit/shared/people.ts';
import { Table } from '../audit/shared/table.tsx';
import { myself, settings, streams } from '../model/organization.ts';
import { Button } from '../view/fields.tsx';
import { NamedField } from '../view/named-field.tsx';
import { type Period, RetentionForm } from './retention-form.tsx';
import { keptWords } from './retention-words.ts';

export function RetentionScreen() {
  const notice = useSignal('');
  /** The id of the stream in the form. */
  const chosen = useSignal('');
  /** A number for each stream that was chosen in the table. */
  const turn = useSignal(0);
  const mayChange = myself.value?.is_owner === true;
  const ofAll = settings.value.realm_message_retention_days ?? -1;
  const own = [...streams.value.values()]
    .filter(({ message_retention_days: kept }) => kept !== null)
    .sort((a, b) => a.name.localeCompare(b.name));
  const stream = streams.value.get(Number(chosen.value));
  const form = useRef<HTMLElement>(null);
  const { value: times } = turn;
  useLayoutEffect(() => {
    if (times > 0) form.current?.querySelector('select')?.focus();
  }, [times]);
  const saveForAll = async (period: Period): Promise<void> => {
    if (period === 'realm_default') return;
    await client.value.patch('/realm', { message_retention_days: period });
    notice.value = 'The period of the organization was saved.';
  };
  const saveFor = async (id: number, name: string, period: Period): Promise<void> => {
    await client.value.patch('/streams/{stream_id}', { stream_id: id, message_retention_days: period });
    notice.value = `The period of #${name} was saved.`;
  };
  return (
    <section class="screen" aria-label="Retention">
      <h2>Retention</h2>
      <p class="lead">
        Messages that were kept for long enough are erased, and each time a certificate of it stays.{' '}
        {mayChange
          ? 'What a period deletes is said before it is saved.'
          : 'Streams that you cannot see are not listed.'}
      </p>
      <p role="status">{notice.value}</p>
      <section class="card-of-group" aria-label="The organization">
        <h3>The organization</h3>
        <p>
          Private messages, and messages in streams without a period of their own, are kept <b>{keptWords(ofAll)}</b>.
        </p>
        {mayChange && (
          <RetentionForm
            what="Private messages, and messages in streams without a period of their own,"
            kept={ofAll}
            save={saveForAll}
          />
        )}
      </section>
      <section ref={form} class="card-of-group" aria-label="A stream" hidden={!mayChange}>
        <h3>A stream</h3>
        <NamedField label="Stream" chosen={chosen} options={streamsByName.value} />
        {stream && (
          <RetentionForm
            key={stream.stream_id}
            what={`Messages in #${stream.name}`}
            kept={stream.message_retention_days}
            inherited={ofAll}
            save={(period) => saveFor(stream.stream_id, stream.name, period)}
          />
        )}
      </section>
      {own.length > 0 && (
        <Table columns={['Stream', 'Kept', ...(mayChange ? ['Change'] : [])]}>
          {own.map(({ stream_id: id, name, message_retention_days: kept }) => (
            <tr key={id}>
              <td>
                <b>#{name}</b>
              </td>
              <td>{keptWords(kept ?? -1)}</td>
              {mayChange && (
                <td>
                  <Button
                    label="Change"
                    forReaders={`the period of ${name}`}
                    onClick={() => {
                      chosen.value = String(id);
                      turn.value += 1;
                    }}
                  />
                </td>
              )}
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
