/** Erasures: they are previewed, requested, approved, carried out in the background, and certified. */
import { useSignal } from '@preact/signals';
import type { Api } from 'verbatim/client';
import { client } from '../../api/connection.ts';
import { me, personName, streamName } from '../../model/organization.ts';
import { Button, setTo } from '../../view/fields.tsx';
import { given } from '../reason.tsx';
import { ListScreen, useListWork } from '../shared/list-screen.tsx';
import { useNewRecords } from '../shared/new-records.ts';
import { usePages } from '../shared/pages.tsx';
import { Table } from '../shared/table.tsx';
import { counted, momentWords } from '../shared/words.ts';
import { CertificateFrame } from './certificate.tsx';
import { NewErasure } from './new-erasure.tsx';

type Erasure = Api['GET /audit/erasures']['answer']['erasures'][number];

export function ErasuresScreen() {
  const certified = useSignal<number | undefined>(undefined);
  const work = useListWork();
  const { attempt, refresh, isReady, notice } = work;
  const pages = usePages<Erasure>(async (asked) => {
    const { erasures: rows, next_cursor: next } = await client.value.get('/audit/erasures', asked);
    return { rows, next };
  });
  const { rows, load } = pages;
  useNewRecords('erasure.', rows.value !== undefined, () => void refresh(load));
  return (
    <ListScreen
      title="Erasures"
      lead={
        <>
          Nobody can read erased content any more, and its bytes leave the disk with the next scrub. The record still
          shows that the content existed and on which legal basis it was erased. Each erasure has a certificate.
        </>
      }
      show="Show the erasures"
      empty="Nothing has been erased yet."
      pages={pages}
      work={work}
      below={
        <>
          <NewErasure
            isReady={isReady}
            attempt={attempt}
            asked={async (state) => {
              notice.value =
                state === 'awaiting_approval'
                  ? 'Requested. Another auditor must approve it.'
                  : 'The erasure has begun.';
              await load();
            }}
          />
          {certified.value !== undefined && (
            <CertificateFrame id={certified.value} close={setTo(certified, undefined)} />
          )}
        </>
      }
    >
      {(shown) => (
        <Table columns={['Erasure', 'Scope', 'Legal basis', 'Erased', 'State']}>
          {shown.map((one) => (
            <tr key={one.id}>
              <td>
                <b>No. {one.id}</b>
                <br />
                <small>
                  {momentWords(one.requested_at)} by {nameOf(one.requested_by)}: {one.reason}
                </small>
              </td>
              <td>{targetWords(one.target)}</td>
              <td>{one.basis}</td>
              <td>
                {counted(one.messages, 'message')}, {counted(one.events, 'event')}, {one.bytes.toLocaleString()} bytes
                {one.held !== null && one.held > 0 && `; ${one.held} kept because of a legal hold`}
              </td>
              <td>
                <State
                  one={one}
                  isReady={isReady}
                  approve={() =>
                    void attempt(async () => {
                      await client.value.post('/audit/erasures/{erasure_id}/approve', {
                        erasure_id: one.id,
                        ...given(),
                      });
                      await load();
                    })
                  }
                  certify={setTo(certified, one.id)}
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </ListScreen>
  );
}

const nameOf = (id: number | null): string => (id === null ? 'the service' : personName(id));

function targetWords({ message_ids, user_id, stream_id, topic, until, private_messages }: Erasure['target']): string {
  const parts = [
    ...(message_ids === undefined ? [] : [`messages ${message_ids.slice(0, 10).join(', ')}`]),
    ...(message_ids !== undefined && message_ids.length > 10 ? [`and ${message_ids.length - 10} more`] : []),
    ...(user_id === undefined ? [] : [personName(user_id)]),
    ...(stream_id === undefined ? [] : [`#${streamName(stream_id)}`]),
    ...(topic === undefined ? [] : [`› ${topic}`]),
    ...(private_messages ? ['private messages'] : []),
    ...(until === undefined ? [] : [`before ${momentWords(until)}`]),
  ];
  return parts.join(' ');
}

function State(props: {
  readonly one: Erasure;
  readonly isReady: boolean;
  readonly approve: () => void;
  readonly certify: () => void;
}) {
  const { one, isReady } = props;
  if (one.state === 'running') return <>being erased…</>;
  if (one.state === 'completed')
    return (
      <Button
        label="Certificate"
        forReaders={`of erasure ${one.id}`}
        aria-disabled={!isReady}
        onClick={props.certify}
      />
    );
  if (one.requested_by === me.value) return <>waiting for another auditor to approve it</>;
  return (
    <Button
      label="Approve"
      forReaders={`erasure ${one.id}`}
      class="danger"
      aria-disabled={!isReady}
      onClick={props.approve}
    />
  );
}
