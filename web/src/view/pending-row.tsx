import { me, personName } from '../model/organization.ts';
import { discard, type Pending, sendAgain } from '../model/sending.ts';
import { Avatar } from './avatar.tsx';
import { writeIn } from './compose-state.ts';

/** A message that is being sent, as it was typed. */
export function PendingRow({ pending: { key, content, failure, place } }: { readonly pending: Pending }) {
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
          <div class="rendered as-typed">{content}</div>
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
