/** Everything that the trail knows about one event. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { client } from '../../api/connection.ts';
import { isAuditor } from '../../model/organization.ts';
import { pastFragment } from '../../model/past-address.ts';
import { Trouble } from '../../view/fields.tsx';
import { given, hasReason, ShowWritten } from '../reason.tsx';
import { useAttempt } from '../shared/attempt.ts';
import { Fact } from '../shared/fact.tsx';
import { ProofPanel } from '../shared/proof-panel.tsx';
import { actorWords, addressOfPlace, type Entry, objectWords, placeWords, wholeTime } from '../shared/words.ts';
import { addressOfEvent, addressOfObject } from './filter.ts';
import { Values } from './values.tsx';

export function EventDetail({ id, known }: { readonly id: string; readonly known?: Entry }) {
  const entry = useSignal<Entry | undefined>(known);
  const { trouble, attempt } = useAttempt();
  const load = (): Promise<boolean> =>
    attempt(async () => {
      const access = given();
      const { record } = await client.value.get('/audit/events/{event_id}', { event_id: id, ...access });
      // The reason may have been removed meanwhile.
      if (access.reason === undefined || hasReason.peek()) entry.value = record;
    });
  useEffect(() => {
    entry.value = known;
    if (!known || known.index === null) void load();
  }, [id]);
  const { value: mayRead } = hasReason;
  const couldRead = useRef(mayRead);
  // Without a reason, no content stays on the screen.
  useEffect(() => {
    const isRemoved = couldRead.current && !mayRead;
    couldRead.current = mayRead;
    if (!isRemoved) return;
    entry.value = undefined;
    void load();
  }, [mayRead]);
  return (
    <>
      <ShowWritten show={() => void load()} />
      <Trouble words={trouble.value} />
      {entry.value && <Facts entry={entry.value} />}
    </>
  );
}

/** One event, at an address of its own. */
export const EventScreen = ({ id }: { readonly id: string }) => (
  <section class="screen" aria-label="Event">
    <h2>Event</h2>
    <p class="lead">
      One event of the organization, as it was recorded. <a href="#audit/trail">Go to the trail</a>
    </p>
    <EventDetail id={id} />
  </section>
);

const EventLink = ({ id }: { readonly id: string | null }) =>
  id === null ? null : (
    <a href={addressOfEvent(id)}>
      <code>{id}</code>
    </a>
  );

function Facts({ entry }: { readonly entry: Entry }) {
  const { object, context } = entry;
  const place = addressOfPlace(entry);
  return (
    <>
      {entry.state === 'erased' && (
        <p class="verdict is-bad">
          The content of this event was erased{entry.erased_by !== null && ' by '}
          <EventLink id={entry.erased_by} />. The record still shows who acted and when.
        </p>
      )}
      <dl class="facts">
        <Fact name="What">
          <code>{entry.action}</code>
        </Fact>
        <Fact name="When">
          {wholeTime(entry.at)} <small>{entry.at}</small>
          {isAuditor.value && entry.state === 'intact' && (
            <>
              {' · '}
              <a href={pastFragment({ moment: entry.id, asUser: undefined, rest: (place ?? '#all').slice(1) })}>
                show the organization at this moment
              </a>
            </>
          )}
        </Fact>
        <Fact name="Who">
          {entry.actor.id === null ? (
            actorWords(entry)
          ) : (
            <a href={addressOfObject('user', entry.actor.id)}>{actorWords(entry)}</a>
          )}
        </Fact>
        <Fact name="To what">
          {objectWords(entry)} · <a href={addressOfObject(object.type, object.id)}>its history</a>
        </Fact>
        <Fact name="Where">{place ? <a href={place}>{placeWords(entry)}</a> : placeWords(entry)}</Fact>
        <Fact name="Client">{context.client}</Fact>
        <Fact name="Request">{context.request_id && <code>{context.request_id}</code>}</Fact>
        <Fact name="Caused by">{context.caused_by && <EventLink id={context.caused_by} />}</Fact>
        <Fact name="Decided on">{context.decided_on && <EventLink id={context.decided_on} />}</Fact>
        <Fact name="Event">
          <EventLink id={entry.id} />
        </Fact>
        <Fact name="Position in the log">{entry.position}</Fact>
        <Fact name="Entry of the ledger">{entry.index}</Fact>
      </dl>
      <h3>Before and after</h3>
      <Values entry={entry} />
      {isAuditor.value && (
        <>
          <h3>Proof that it is in the ledger</h3>
          <ProofPanel eventId={entry.id} isSealed={entry.index !== null} />
        </>
      )}
    </>
  );
}
