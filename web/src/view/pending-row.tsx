import { fragmentOf, ofPlace } from '../model/narrow.ts';
import { me, personName } from '../model/organization.ts';
import { discard, isIn, type Pending, pending, sendAgain, troubleOf } from '../model/sending.ts';
import { Avatar } from './avatar.tsx';
import { writeIn } from './compose-state.ts';
import { Button, Trouble } from './fields.tsx';
import { placeWords } from './place-fields.tsx';
import { address } from './route.ts';

/** Names the conversations, other than those on the screen, in which messages were not sent. */
export function UnsentElsewhere() {
  const narrow = address.value;
  const places = pending.value
    .filter(({ failure, place }) => failure !== undefined && !(narrow && isIn(narrow, place)))
    .map(({ place }) => [fragmentOf(ofPlace(place)), placeWords(place)] as const);
  if (places.length === 0) return null;
  return (
    <p class="notice" role="alert">
      Not sent:{' '}
      {[...new Map(places)].map(([fragment, words]) => (
        <span key={fragment}>
          <a href={fragment}>{words}</a>{' '}
        </span>
      ))}
    </p>
  );
}

/** A message that is being sent, or waits for that, as it was typed. */
export function PendingRow({ message }: { readonly message: Pending }) {
  const { key, content, failure, place, waits } = message;
  const name = personName(me.value);
  const trouble = troubleOf(message);
  const state = trouble === undefined ? 'sending…' : failure === undefined || waits ? 'waits to be sent' : 'not sent';
  return (
    <div class="row" data-key={key}>
      <article class="message is-pending" aria-label={`${name}, ${state}`}>
        <Avatar id={me.value} name={name} />
        <div class="body">
          <p class="byline">
            <span class="sender">{name}</span>
            <span class="sending">{state}</span>
          </p>
          <div class="rendered as-typed" dir="auto">
            {content}
          </div>
          <Trouble words={trouble ?? ''}>
            {' '}
            <Button label="Try again" onClick={() => sendAgain(key)} />
            <Button
              label="Edit"
              onClick={() => {
                discard(key);
                writeIn(place, content);
              }}
            />
            <Button label="Discard" onClick={() => discard(key)} />
          </Trouble>
        </div>
      </article>
    </div>
  );
}
