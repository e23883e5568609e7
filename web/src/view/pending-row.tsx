import { fragmentOf } from '../model/narrow.ts';
import { me, personName } from '../model/organization.ts';
import { discard, isIn, narrowOf, type Pending, pending, sendAgain } from '../model/sending.ts';
import { Avatar } from './avatar.tsx';
import { writeIn } from './compose-state.ts';
import { placeWords } from './place-fields.tsx';
import { address } from './route.ts';

/** Names the conversations, other than those on the screen, in which messages were not sent. */
export function UnsentElsewhere() {
  const narrow = address.value;
  const places = pending.value
    .filter(({ failure, place }) => failure !== undefined && !(narrow && isIn(narrow, place)))
    .map(({ place }) => [fragmentOf(narrowOf(place)), placeWords(place)] as const);
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

/** A message that is being sent, as it was typed. */
export function PendingRow({ message: { key, content, failure, place } }: { readonly message: Pending }) {
  const name = personName(me.value);
  return (
    <div class="row" data-key={key}>
      <article
        class={`message is-pending ${failure === undefined ? '' : 'has-failed'}`}
        aria-label={`${name}, sending`}
      >
        <Avatar id={me.value} name={name} />
        <div class="body">
          <p class="byline">
            <span class="sender">{name}</span>
            <span class="sending">{failure === undefined ? 'sending…' : 'not sent'}</span>
          </p>
          <div class="rendered as-typed" dir="auto">
            {content}
          </div>
          {failure !== undefined && (
            <p class="failure" role="alert">
              {failure}{' '}
              <button type="button" onClick={() => void sendAgain(key)}>
                Try again
              </button>
              <button
                type="button"
                onClick={() => {
                  discard(key);
                  writeIn(place, content);
                }}
              >
                Edit
              </button>
              <button type="button" onClick={() => discard(key)}>
                Discard
              </button>
            </p>
          )}
        </div>
      </article>
    </div>
  );
}
