/** Exports of what every member may read, for administrators. Each export, download and deletion is recorded. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from '../api/connection.ts';
import { fetched } from '../api/fetched.ts';
import { useAttempt } from '../audit/shared/attempt.ts';
import { saveAs } from '../audit/shared/save-as.ts';
import { Table } from '../audit/shared/table.tsx';
import { momentWords } from '../audit/shared/words.ts';
import { personName } from '../model/organization.ts';
import { type RealmExport, realmExports } from '../model/realm-exports.ts';
import { Button, Trouble } from '../view/fields.tsx';

/** The last line of an export is never longer than this. */
const lastLineMax = 400;

export function PublicRecordScreen() {
  const notice = useSignal('');
  const { trouble, isBusy, attempt } = useAttempt();
  const load = async (): Promise<void> => {
    realmExports.value = (await client.value.get('/export/realm', {})).exports;
  };
  const change = (what: () => Promise<string>): void => {
    void attempt(async () => {
      notice.value = '';
      notice.value = await what();
    });
  };
  useEffect(() => {
    // The list may belong to somebody who was signed in here before.
    realmExports.value = undefined;
    void attempt(load);
  }, []);
  const shown = [...(realmExports.value ?? [])].reverse();
  return (
    <section class="screen" aria-label="Public record">
      <h2>Public record</h2>
      <p class="lead">
        An export contains what every member may read: people, public streams and their messages at the time of the
        download, one JSON object per line. It contains no private streams and no private messages. Each request,
        download and deletion is recorded.
      </p>
      <Trouble words={trouble.value} />
      <p role="status">{notice.value}</p>
      <Button
        label="Make an export"
        class="primary"
        aria-disabled={isBusy.value}
        onClick={() =>
          change(async () => {
            await client.value.post('/export/realm', {});
            await load();
            return 'The export can be downloaded.';
          })
        }
      />
      {shown.length > 0 && (
        <Table columns={['Export', 'State', 'File']}>
          {shown.map((one) => (
            <tr key={one.id}>
              <td>
                <b>no. {one.id}</b>
                <br />
                <small>
                  {timeWords(one.export_time)} by {personName(one.acting_user_id)}
                </small>
              </td>
              <td>{stateWords(one)}</td>
              <td>
                {one.export_url !== null && (
                  <>
                    <Button
                      label="Download"
                      forReaders={`export ${one.id}`}
                      aria-disabled={isBusy.value}
                      onClick={() => change(() => downloaded(one.id, notice))}
                    />{' '}
                    <Button
                      label="Delete"
                      forReaders={`export ${one.id}`}
                      aria-disabled={isBusy.value}
                      onClick={() =>
                        change(async () => {
                          await client.value.delete('/export/realm/{export_id}', { export_id: one.id });
                          await load();
                          return `Export ${one.id} was deleted.`;
                        })
                      }
                    />
                  </>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {realmExports.value?.length === 0 && <p class="empty">Nothing has been exported yet.</p>}
    </section>
  );
}

/** Returns a message for the user about the outcome. */
async function downloaded(id: number, notice: { value: string }): Promise<string> {
  notice.value = 'Downloading…';
  const file = await (await fetched(`/export/realm/${id}/file`)).blob();
  const end = await file.slice(-lastLineMax).text();
  if (!end.includes('{"object":"end"')) return 'The download was incomplete. It was not saved.';
  saveAs(`public-record-${id}.ndjson`, file);
  return 'Downloaded.';
}

const timeWords = (seconds: number): string => momentWords(new Date(1000 * seconds).toISOString());

function stateWords({ pending, deleted_timestamp: over }: RealmExport): string {
  if (pending) return 'being made';
  return over === null ? 'can be downloaded' : `not available since ${timeWords(over)}`;
}
