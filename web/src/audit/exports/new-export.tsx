import { useSignal } from '@preact/signals';
import type { Api } from 'verbatim/client';
import { Button, Choice, LabelledInput } from '../../view/fields.tsx';
import { beginOf } from '../shared/local-time.ts';
import { SentBetween, SeveralPeople, SeveralStreams } from '../shared/scope-fields.tsx';

export type AskedExport = Omit<Api['POST /audit/exports']['parameters'], 'reason'>;

const formats: Readonly<Record<AskedExport['format'], string>> = {
  ndjson: 'NDJSON, for programs',
  csv: 'CSV, for spreadsheets',
  eml: 'mail (EML)',
  rsmf: 'RSMF, for review platforms',
};

/** Topics are separated by commas or line breaks. */
const topicsIn = (text: string): readonly string[] =>
  text
    .split(/[,\n]/)
    .map((topic) => topic.trim())
    .filter(Boolean);

export function NewExport(props: {
  readonly isReady: boolean;
  readonly ask: (asked: AskedExport) => Promise<boolean>;
}) {
  const format = useSignal<AskedExport['format']>('ndjson');
  const users = useSignal<readonly number[]>([]);
  const inStreams = useSignal<readonly number[]>([]);
  const topics = useSignal('');
  const since = useSignal('');
  const until = useSignal('');
  return (
    <form
      class="inline new-hold"
      onSubmit={() => {
        void props.ask({
          format: format.value,
          ...(users.value.length > 0 && { user_ids: users.value }),
          ...(inStreams.value.length > 0 && { stream_ids: inStreams.value }),
          ...(topicsIn(topics.value).length > 0 && { topics: topicsIn(topics.value) }),
          ...(since.value && { since: beginOf(since.value) }),
          ...(until.value && { until: beginOf(until.value) }),
        });
      }}
    >
      <h3>Make an export</h3>
      <Choice label="Format" chosen={format} options={formats} />
      <SeveralPeople label="Participants" chosen={users} />
      <SeveralStreams chosen={inStreams} />
      <LabelledInput label="Topics, separated by commas" text={topics} />
      <SentBetween since={since} until={until} />
      <p class="wide-line">
        <Button label="Export" type="submit" class="primary" aria-disabled={!props.isReady} />{' '}
        <span class="hint">A message must match every field. Empty fields match everything.</span>
      </p>
    </form>
  );
}
