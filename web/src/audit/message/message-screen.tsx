/** One message: who sent it, its versions, who could read it, and the proof that it is in the ledger. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from '../../api/connection.ts';
import { Button, Trouble } from '../../view/fields.tsx';
import { given, hasReason, ReasonBar } from '../reason.tsx';
import { useAttempt } from '../shared/attempt.ts';
import { Fact } from '../shared/fact.tsx';
import { ProofPanel } from '../shared/proof-panel.tsx';
import { actorWords, addressOfPlace, type Entry, movesMissing, placeWords, wholeTime } from '../shared/words.ts';
import { addressOfEvent, addressOfObject } from '../trail/filter.ts';
import { Audience } from './audience.tsx';
import { Versions } from './versions.tsx';

/** Records of the trail in one request, oldest first. */
const page = 200;

export function MessageScreen({ id }: { readonly id: number }) {
  const life = useSignal<readonly Entry[]>([]);
  const next = useSignal<string | null>(null);
  const isComplete = useSignal(true);
  const { trouble, attempt } = useAttempt();
  const load = (cursor?: string): Promise<boolean> =>
    attempt(async () => {
      const { records, next_cursor, complete } = await client.value.get('/audit/objects/{object_type}/{object_id}', {
        object_type: 'message',
        object_id: String(id),
        include_content: true,
        limit: page,
        ...given(),
        ...(cursor !== undefined && { cursor }),
      });
      // Two clicks ask for the same records. The reason may have been removed meanwhile.
      if ((cursor !== undefined && cursor !== next.value) || !hasReason.peek()) return;
      life.value = cursor === undefined ? records : [...life.value, ...records];
      next.value = next_cursor;
      isComplete.value = complete;
    });
  const { value: mayRead } = hasReason;
  // Without a reason, no content stays on the screen.
  useEffect(() => {
    if (!mayRead) life.value = [];
  }, [mayRead]);
  const [first] = life.value;
  const sent = life.value.find(({ action }) => action === 'message.sent');
  return (
    <section class="screen" aria-label="Prove a message">
      <h2>Message {id}</h2>
      <p class="lead">
        Who sent it with which client, every version of it, who could read it, and the proof that it is in the ledger.{' '}
        <a href={addressOfObject('message', id)}>Its history</a>
      </p>
      <ReasonBar />
      <p class="acts-line">
        <Button label="Show the message" class="primary" disabled={!mayRead} onClick={() => void load()} />
        {!mayRead && <span class="hint">Give a reason first.</span>}
      </p>
      <Trouble words={trouble.value} />
      {first && <Said entry={sent ?? first} />}
      {first && (
        <>
          <h3>Every version</h3>
          <Versions life={life.value} />
          {!isComplete.value && <p class="hint">{movesMissing}</p>}
          {next.value !== null && <Button label="Later versions" onClick={() => void load(next.value ?? undefined)} />}
          <h3>Who could read it</h3>
          <Audience messageId={id} />
          {sent && (
            <>
              <h3>Proof that it is in the ledger</h3>
              <ProofPanel eventId={sent.id} isSealed={sent.index !== null} />
            </>
          )}
        </>
      )}
    </section>
  );
}

/** Who sent it, when, where, and with which client. */
function Said({ entry }: { readonly entry: Entry }) {
  const place = addressOfPlace(entry);
  return (
    <dl class="facts">
      <Fact name="Sent by">
        <b>{actorWords(entry)}</b>
      </Fact>
      <Fact name="When">
        {wholeTime(entry.at)} <small>{entry.at}</small>
      </Fact>
      <Fact name="Where">{place ? <a href={place}>{placeWords(entry)}</a> : placeWords(entry)}</Fact>
      <Fact name="Client">
        {entry.context.client ?? 'not known'}
        {entry.context.request_id !== null && (
          <>
            {', request '}
            <code>{entry.context.request_id}</code>
          </>
        )}
      </Fact>
      <Fact name="Event">
        <a href={addressOfEvent(entry.id)}>
          <code>{entry.id}</code>
        </a>
      </Fact>
    </dl>
  );
}
