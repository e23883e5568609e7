import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Api } from 'verbatim/client';
import { client, wordsOf } from '../api/connection.ts';
import { Table } from '../audit/shared/table.tsx';
import { counted, momentWords } from '../audit/shared/words.ts';
import { personName } from '../model/organization.ts';
import { Trouble } from '../view/fields.tsx';
import { bytes, count, duration, each, share } from './figures.ts';
import { Plot } from './plot.tsx';

type Operations = Api['GET /operations']['answer'];

/** The service takes a sample at the same interval. */
const refreshMs = 15_000;

/** The state of the service now and in the last hour. For owners. */
export function OperationsScreen() {
  const operations = useSignal<Operations | undefined>(undefined);
  const trouble = useSignal('');
  useEffect(() => {
    const ask = async (): Promise<void> => {
      try {
        operations.value = await client.value.get('/operations', {});
        trouble.value = '';
      } catch (error) {
        trouble.value = wordsOf(error);
      }
    };
    void ask();
    const asking = setInterval(() => {
      if (document.visibilityState === 'visible') void ask();
    }, refreshMs);
    return () => clearInterval(asking);
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and contains nothing else that can have the focus
    <section class="screen" aria-label="Operations" tabIndex={0}>
      <h2>Operations</h2>
      <p class="lead">
        The progress of the log, the ledger and the read models now, and the load of the service in the last hour.
      </p>
      <Trouble words={trouble.value} />
      {operations.value && <State operations={operations.value} />}
    </section>
  );
}

function State({ operations }: { readonly operations: Operations }) {
  const { samples, read_models: models, ledger, queues, log } = operations;
  const times = samples.map(({ at }) => Date.parse(at) / 1000);
  const left = models.models.filter(({ left_behind_at: at }) => at !== null);
  return (
    <>
      <dl class="figures">
        <Fact name="Log" words={`position ${count(log.position)}`} />
        <Fact
          name="Ledger"
          words={
            ledger.refused ??
            `${counted(ledger.size, 'leaf', 'leaves')} sealed${ledger.unsealed > 0 ? `, ${count(ledger.unsealed)} to be sealed` : ''}`
          }
          isBad={ledger.refused !== null}
        />
        <Fact
          name="Read models"
          words={
            models.building
              ? `being built: ${count(models.position)} of ${count(log.position)}`
              : models.lag_events > 0
                ? `${counted(models.lag_events, 'event', 'events')} behind, for ${duration(models.lag_ms)}`
                : 'at the end of the log'
          }
          isBad={models.building}
        />
        {models.rebuild && <Fact name="Rebuild" words={rebuildWords(models.rebuild)} />}
        {left.length > 0 && (
          <Fact name="Read models left behind" words={left.map(({ name }) => name).join(', ')} isBad />
        )}
        <Fact name="Event queues" words={`${count(queues.count)}, polls waiting: ${count(queues.waiting)}`} />
        <Fact name="Service" words={`${operations.service_version}, since ${momentWords(operations.started_at)}`} />
      </dl>
      <div class="plots">
        <Plot title="Messages a minute" times={times} values={each(samples)} shown={count} least={10} />
        <Plot title="Event queues" times={times} values={samples.map((one) => one.queues)} shown={count} least={10} />
        <Plot
          title="Events behind"
          times={times}
          values={samples.map((one) => one.lag_events)}
          shown={count}
          least={10}
        />
        <Plot title="Processor" times={times} values={samples.map((one) => one.cpu)} shown={share} least={0.1} />
        <Plot title="Event loop" times={times} values={samples.map((one) => one.busy)} shown={share} least={0.1} />
        <Plot
          title="Memory"
          times={times}
          values={samples.map((one) => one.memory_bytes)}
          shown={bytes}
          least={100e6}
        />
      </div>
      {queues.shown.length > 0 && (
        <>
          <h3>Event queues that are furthest behind</h3>
          <Table columns={['User', 'Not acknowledged', 'Last poll']}>
            {queues.shown.map((one, at) => (
              <tr key={`${one.user_id} ${at}`}>
                <td>{personName(one.user_id)}</td>
                <td>{`${one.backlog_complete ? '' : 'more than '}${count(one.backlog)}`}</td>
                <td>{one.waiting ? 'waiting now' : momentWords(one.last_poll_at)}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </>
  );
}

const rebuildWords = (rebuild: NonNullable<Operations['read_models']['rebuild']>): string => {
  const left = rebuild.seconds_left === null ? '' : `, ${counted(rebuild.seconds_left, 'second', 'seconds')} left`;
  return `${counted(rebuild.events, 'event', 'events')}, ${count(rebuild.events_per_second)} a second${left}`;
};

const Fact = (props: { readonly name: string; readonly words: string; readonly isBad?: boolean }) => (
  <div class={props.isBad ? 'is-bad' : undefined}>
    <dt>{props.name}</dt>
    <dd>{props.words}</dd>
  </div>
);
