/** The trail: who did what in the organization. New records can be followed live. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client, wordsOf } from '../../api/connection.ts';
import { goToAddress } from '../../api/looking.ts';
import { isAuditor } from '../../model/organization.ts';
import { Button, setTo, Trouble, ticked } from '../../view/fields.tsx';
import { Frame } from '../../view/frame.tsx';
import { LongList } from '../../view/long-list.tsx';
import { given, hasReason, ReasonBar } from '../reason.tsx';
import { useAttempt } from '../shared/attempt.ts';
import type { Entry } from '../shared/words.ts';
import { type Bucket, Counts } from './counts.tsx';
import { EventDetail } from './event-detail.tsx';
import { addressOfTrail, filterIn, sentFilter } from './filter.ts';
import { FilterForm } from './filter-form.tsx';
import { RecordRow } from './record-row.tsx';
import { Trail } from './trail.ts';
import { actions, loadActions, sayAction } from './vocabulary.ts';

const stretches = 40;

export function TrailScreen({ part }: { readonly part: string | undefined }) {
  const trail = useSignal<Trail | undefined>(undefined);
  const counts = useSignal<{ readonly buckets: readonly Bucket[]; readonly complete: boolean } | undefined>(undefined);
  const withContent = useSignal(false);
  const opened = useSignal<Entry | undefined>(undefined);
  const { trouble, refresh } = useAttempt();
  const filter = filterIn(part);
  const { value: mayRead } = hasReason;

  const search = (): void => {
    trail.peek()?.stop();
    const access = { ...given(), ...(withContent.peek() && mayRead && { include_content: true }) };
    const sought = new Trail(filter, access);
    trail.value = sought;
    counts.value = undefined;
    trouble.value = '';
    void sought.more();
    const asked = { ...sentFilter(filter), ...access, buckets: stretches };
    client.value.get('/audit/events/counts', asked).then(
      (answer) => {
        if (trail.peek() === sought) counts.value = answer;
      },
      (error: unknown) => {
        if (trail.peek() === sought) trouble.value = wordsOf(error);
      },
    );
  };
  useEffect(search, [part, withContent.value]);
  // Without a reason, no content stays on the screen.
  useEffect(() => {
    if (!mayRead) withContent.value = false;
  }, [mayRead]);
  useEffect(() => {
    void refresh(loadActions);
    return () => trail.peek()?.stop();
  }, []);

  const { value: found } = trail;
  const rows = found?.rows.value;
  return (
    <section class="screen trail" aria-label="Trail">
      <h2>Trail</h2>
      <p class="lead">
        Everything that was done in this organization, by whom and when, as the log and the ledger have it.
      </p>
      {isAuditor.value && (
        <>
          <ReasonBar />
          <label class="check">
            <input type="checkbox" {...ticked(withContent)} disabled={!mayRead} /> Show what people wrote{' '}
            {!mayRead && <small>– give a reason first</small>}
          </label>
        </>
      )}
      <FilterForm key={part ?? ''} filter={filter} actions={actions.value} />
      <Trouble words={trouble.value} />
      {counts.value && (
        <Counts
          buckets={counts.value.buckets}
          isComplete={counts.value.complete}
          choose={({ since, until }, isFirst) => {
            const from = isFirst ? filter.since : since;
            goToAddress(addressOfTrail({ ...filter, ...(from !== undefined && { since: from }), until }));
          }}
        />
      )}
      {found && rows && (
        <>
          <LiveBar trail={found} mayFollow={filter.until === undefined} />
          <LongList
            rows={rows}
            label="Events, newest first"
            isWhole={!found.hasMore.value}
            onNearEnd={() => {
              if (!found.trouble.peek()) void found.more();
            }}
            onScroll={(isAtTop) => {
              found.isAtTop = isAtTop;
            }}
            draw={({ entry }) => (
              <RecordRow
                entry={entry}
                say={sayAction}
                open={(one) => {
                  opened.value = one;
                }}
              />
            )}
          />
          {rows.length === 0 && <p class="empty">No record matches the filters.</p>}
        </>
      )}
      {found && (
        <Trouble words={found.trouble.value}>
          {' '}
          <Button label="Try again" onClick={() => void found.more()} />
        </Trouble>
      )}
      {opened.value && (
        <Frame title="Event" class="wide" onClose={setTo(opened, undefined)}>
          <EventDetail id={opened.value.id} known={opened.value} />
        </Frame>
      )}
    </section>
  );
}

function LiveBar({ trail, mayFollow }: { readonly trail: Trail; readonly mayFollow: boolean }) {
  const { value: live } = trail.live;
  const { value: came } = trail.newCount;
  return (
    <div class="live-bar">
      <Button
        label={live === 'off' ? 'Follow new records' : 'Stop following'}
        aria-pressed={live !== 'off'}
        disabled={!mayFollow}
        onClick={() => void (live === 'off' ? trail.follow() : trail.stop())}
      />
      <span role="status">
        {live === 'on' && (
          <>
            <span class="live-mark" aria-hidden="true" /> Live
          </>
        )}
        {live === 'again' && 'The connection was cut. Trying again…'}
        {!mayFollow && 'A search with an end cannot be followed.'}
      </span>
      {came > 0 && (
        <button
          type="button"
          class="primary"
          onClick={(event) => {
            trail.showWaiting();
            event.currentTarget.closest('.live-bar')?.scrollIntoView({ block: 'start' });
          }}
        >
          {came} new
        </button>
      )}
    </div>
  );
}
