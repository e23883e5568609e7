/** Exports for review: they are requested, made in the background, and downloaded. */
import { useEffect } from 'preact/hooks';
import { type Api, newKey } from 'verbatim/client';
import { client } from '../../api/connection.ts';
import { personName, streamName } from '../../model/organization.ts';
import { Button } from '../../view/fields.tsx';
import { given, hasReason } from '../reason.tsx';
import { ListScreen, useListWork } from '../shared/list-screen.tsx';
import { useNewRecords } from '../shared/new-records.ts';
import { usePages } from '../shared/pages.tsx';
import { Table } from '../shared/table.tsx';
import { counted, momentWords } from '../shared/words.ts';
import { download } from './download.ts';
import { NewExport } from './new-export.tsx';

type Export = Api['GET /audit/exports']['answer']['exports'][number];

/** No event reports the progress of an export, so the page polls it while an export is being made. */
const progressMs = 1000;

const failures: Readonly<Record<NonNullable<Export['error']>, string>> = {
  nothing: 'no message is in its scope',
  'disk-full': 'the disk is full',
  'too-large': 'the export would be too large',
  'requester-dismissed': 'the person who requested it is no longer an auditor',
};

export function ExportsScreen() {
  const work = useListWork();
  const { attempt, refresh, isReady, notice } = work;
  const pages = usePages<Export>(async (asked) => {
    const { exports: rows, next_cursor: next } = await client.value.get('/audit/exports', asked);
    return { rows, next };
  });
  const { rows, load } = pages;
  const { value: shown } = rows;
  const isRunning = shown?.some(({ state }) => state === 'running') ?? false;
  useNewRecords('export.', shown !== undefined, () => void refresh(load));
  useEffect(() => {
    if (!isRunning || !hasReason.value) return;
    const timer = setTimeout(() => void refresh(load), progressMs);
    return () => clearTimeout(timer);
  }, [shown, hasReason.value]);
  return (
    <ListScreen
      title="Exports"
      lead={
        <>
          An export is one file with messages, their later changes and who could read them. Reviewers need no account to
          read it. Exports of the same scope up to the same event are identical, unless something in them was erased.
        </>
      }
      show="Show the exports"
      empty="Nothing has been exported yet."
      pages={pages}
      work={work}
      below={
        <NewExport
          isReady={isReady}
          ask={(asked) =>
            attempt(async () => {
              await client.value.post('/audit/exports', { ...asked, ...given() }, { idempotencyKey: newKey() });
              notice.value = 'The export is being made.';
              await load();
            })
          }
        />
      }
    >
      {(exported) => (
        <Table columns={['Export', 'Scope', 'State', 'Content', 'File']}>
          {exported.map((one) => (
            <tr key={one.id}>
              <td>
                <b>{one.format}</b> no. {one.id}
                <br />
                <small>
                  {momentWords(one.requested_at)}
                  {one.requested_by !== null && ` by ${personName(one.requested_by)}`}: {one.reason}
                </small>
              </td>
              <td>{scopeWords(one)}</td>
              <td>
                <State one={one} />
              </td>
              <td>{contentWords(one)}</td>
              <td>
                {one.state === 'ready' && (
                  <Button
                    label="Download"
                    forReaders={`export ${one.id}`}
                    aria-disabled={!isReady}
                    onClick={() =>
                      void attempt(async () => {
                        notice.value = 'Downloading…';
                        notice.value = await download(one.id, one.sha256);
                      })
                    }
                  />
                )}
                {one.sha256 !== null && (
                  <details>
                    <summary>SHA-256</summary>
                    <code class="hash-of-file">{one.sha256}</code>
                  </details>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </ListScreen>
  );
}

function scopeWords({ user_ids, stream_ids, topics, since, until }: Export): string {
  const parts = [
    ...user_ids.map(personName),
    ...stream_ids.map((id) => `#${streamName(id)}`),
    ...topics.map((topic) => `› ${topic}`),
    ...(since === null ? [] : [`since ${momentWords(since)}`]),
    ...(until === null ? [] : [`before ${momentWords(until)}`]),
  ];
  return parts.length === 0 ? 'everything' : parts.join(', ');
}

function contentWords({ messages, edits, deleted, attachments, bytes }: Export): string {
  if (messages === null) return '';
  const size = bytes === null ? '' : `, ${Math.max(1, Math.round(bytes / 1024)).toLocaleString()} KiB`;
  return `${counted(messages, 'message')}, ${counted(edits ?? 0, 'edit')}, ${deleted} deleted, ${counted(attachments ?? 0, 'attachment')}${size}`;
}

function State({ one: { id, state, progress, error, expires_at } }: { readonly one: Export }) {
  if (state === 'running')
    return (
      <>
        being made
        <br />
        <progress aria-label={`Progress of export ${id}`} {...(progress !== null && { value: progress })} />
      </>
    );
  if (state === 'failed') return <>failed: {error === null ? 'the cause is not known' : failures[error]}</>;
  if (state === 'withdrawn') return <>withdrawn: content in it was erased</>;
  if (state === 'expired') return <>expired</>;
  return <>ready{expires_at !== null && <small> until {momentWords(expires_at)}</small>}</>;
}
