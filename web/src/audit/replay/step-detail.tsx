/** The documents that one event changed, and the client events that it caused. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from '../../api/connection.ts';
import { personName, streams } from '../../model/organization.ts';
import { Trouble } from '../../view/fields.tsx';
import { given } from '../reason.tsx';
import { useAttempt } from '../shared/attempt.ts';
import { actorWords, objectWords, placeWords, wholeTime } from '../shared/words.ts';
import { addressOfEvent } from '../trail/filter.ts';
import { Values } from '../trail/values.tsx';
import { sayAction } from '../trail/vocabulary.ts';
import { changedFields } from './changed-fields.ts';
import type { Step } from './steps.ts';

const namedMax = 20;

/** `since`: the moment before the event; undefined for the very first event. */
export function StepDetail(props: {
  readonly step: Step;
  readonly user: string | undefined;
  readonly since: string | undefined;
}) {
  const { step, user, since } = props;
  const { event, changes, client_events: clientEvents } = step;
  return (
    <article class="event-step" aria-label="What the event did" aria-live="polite">
      <h3>
        {actorWords(event)} <span class="soft">{sayAction(event.action)}</span>
      </h3>
      <p class="soft">
        {wholeTime(event.at)} · {objectWords(event)}
        {placeWords(event) && ` · ${placeWords(event)}`} · position {event.position} ·{' '}
        <a href={addressOfEvent(event.id)}>the event in the trail</a>
      </p>
      <h4>Read models</h4>
      {changes.map((change) => (
        <section key={`${change.model} ${change.id}`} class="change-of-model">
          <h5>
            <code>
              {change.model} {change.id}
            </code>{' '}
            {change.before === null ? 'added' : change.after === null ? 'removed' : 'changed'}
          </h5>
          <Values entry={changedFields(change)} of={`${change.model} ${change.id}`} />
        </section>
      ))}
      {changes.length === 0 && <p class="empty">No document changed.</p>}
      <LeftOut count={step.more_changes} what="changed documents" />
      <h4>Client events</h4>
      {clientEvents.map((one, at) => (
        <details key={at}>
          <summary>
            <code>{one.type}</code> to {scopeWords(one.scope)}
          </summary>
          <pre class="source">{JSON.stringify(one.body, undefined, 1)}</pre>
        </details>
      ))}
      {clientEvents.length === 0 && <p class="empty">No client was notified.</p>}
      <LeftOut count={step.more_client_events} what="client events" />
      {user && since && (
        <ClientEventsOf key={`${user} ${event.id}`} user={Number(user)} since={since} until={event.id} />
      )}
    </article>
  );
}

const LeftOut = ({ count, what }: { readonly count: number; readonly what: string }) =>
  count === 0 ? null : (
    <p class="hint">
      {count.toLocaleString()} more {what} are not shown.
    </p>
  );

/** The client events that an event queue of one user got because of the event. */
function ClientEventsOf(props: { readonly user: number; readonly since: string; readonly until: string }) {
  const { user, since, until } = props;
  const events = useSignal<readonly Readonly<Record<string, unknown>>[] | undefined>(undefined);
  const { trouble, attempt } = useAttempt();
  useEffect(() => {
    void attempt(async () => {
      const asked = { user_id: user, since, until, ...given() };
      events.value = (await client.value.get('/audit/users/{user_id}/client-events', asked)).events;
    });
  }, []);
  return (
    <>
      <h4>Client events of {personName(user)}</h4>
      <Trouble words={trouble.value} />
      {events.value?.map((one, at) => (
        <pre key={at} class="source">
          {JSON.stringify(one, undefined, 1)}
        </pre>
      ))}
      {events.value?.length === 0 && <p class="empty">None.</p>}
    </>
  );
}

const people = (ids: unknown): string => {
  if (!Array.isArray(ids)) return '';
  const named = ids.slice(0, namedMax).map((id) => personName(Number(id)));
  return [...named, ...(ids.length > namedMax ? [`${ids.length - namedMax} more`] : [])].join(', ');
};

export function scopeWords(scope: Step['client_events'][number]['scope']): string {
  const streamId = Number(scope.channelId);
  const stream = `#${streams.value.get(streamId)?.name ?? streamId}`;
  const plus = people(scope.plus);
  const words: Readonly<Record<string, string>> = {
    everyone: 'everybody',
    'non-guests': 'everybody but guests',
    administrators: 'administrators',
    users: people(scope.userIds),
    channel: scope.messageId === undefined ? `subscribers of ${stream}` : `recipients of the message in ${stream}`,
    receivers: `recipients of the messages in ${stream}`,
    outsiders: `users who see ${stream} only because it is public`,
    viewers: `users who see ${stream}`,
  };
  const who = words[String(scope.kind)] ?? String(scope.kind);
  return plus ? `${who}, and ${plus}` : who;
}
