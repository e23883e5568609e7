/** Everything that was done to an object, oldest first. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Api } from 'verbatim/client';
import { client } from '../../api/connection.ts';
import { goToAddress } from '../../api/looking.ts';
import { isAuditor } from '../../model/organization.ts';
import { setTo, Trouble } from '../../view/fields.tsx';
import { LongList } from '../../view/long-list.tsx';
import { given, hasReason, ShowWritten } from '../reason.tsx';
import { useAttempt } from '../shared/attempt.ts';
import { movesMissing } from '../shared/words.ts';
import { addressOfEvent } from './filter.ts';
import { RecordRow } from './record-row.tsx';
import type { Row } from './trail.ts';
import { Values } from './values.tsx';
import { loadActions, sayAction } from './vocabulary.ts';

type Type = Api['GET /audit/objects/{object_type}/{object_id}']['parameters']['object_type'];

export function ObjectScreen({ type, id }: { readonly type: string; readonly id: string }) {
  /** How often an auditor asked for what was written. Each time the list starts again. 0: the list is without it. */
  const asked = useSignal(0);
  const { value: mayRead } = hasReason;
  // Without a reason, no content stays on the screen.
  useEffect(() => {
    if (!mayRead) asked.value = 0;
  }, [mayRead]);
  const words = `${type.replaceAll('_', ' ')} ${id}`;
  return (
    <section class="screen" aria-label="History of an object">
      <h2>History of {words}</h2>
      <p class="lead">
        Everything that was done to it, oldest first. <a href="#audit/trail">Go to the trail</a>
        {type === 'message' && isAuditor.value && (
          <>
            {' · '}
            <a href={`#audit/message/${id}`}>Prove this message</a>
          </>
        )}
      </p>
      <ShowWritten show={setTo(asked, asked.value + 1)} />
      <Life key={asked.value} type={type} id={id} withContent={asked.value > 0} words={words} />
    </section>
  );
}

function Life(props: {
  readonly type: string;
  readonly id: string;
  readonly withContent: boolean;
  readonly words: string;
}) {
  const { type, id, withContent, words } = props;
  const rows = useSignal<readonly Row[]>([]);
  const cursor = useSignal<string | null>(null);
  const isComplete = useSignal(true);
  const { trouble, isBusy: isLoading, attempt, refresh } = useAttempt();
  const load = async (): Promise<void> => {
    if (isLoading.value) return;
    await attempt(async () => {
      const answer = await client.value.get('/audit/objects/{object_type}/{object_id}', {
        object_type: type as Type,
        object_id: id,
        ...(withContent && { include_content: true }),
        ...given(),
        ...(cursor.value !== null && { cursor: cursor.value }),
      });
      const { value: before } = rows;
      rows.value = [...before, ...answer.records.map((entry, index) => ({ key: before.length + index + 1, entry }))];
      cursor.value = answer.next_cursor;
      isComplete.value = answer.complete;
    });
  };
  useEffect(() => {
    void refresh(loadActions);
    void load();
  }, []);
  return (
    <>
      <Trouble words={trouble.value} />
      {!isComplete.value && <p class="hint">{movesMissing}</p>}
      <LongList
        rows={rows.value}
        label={`What was done to ${words}`}
        isWhole={cursor.value === null}
        onNearEnd={() => {
          if (cursor.value !== null && !trouble.value) void load();
        }}
        draw={({ entry }) => (
          <div class="life">
            <RecordRow entry={entry} say={sayAction} open={({ id: event }) => goToAddress(addressOfEvent(event))} />
            {(entry.before ?? entry.after) && (
              <details>
                <summary>
                  Before and after<span class="for-readers"> {entry.action}</span>
                </summary>
                <Values entry={entry} />
              </details>
            )}
          </div>
        )}
      />
    </>
  );
}
