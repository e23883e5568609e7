/** The bar above the page while it shows an earlier moment: the moment, a slider, the user whose view is shown, and the link to the present. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { liveClient } from '../../api/connection.ts';
import { goToAddress, lookReason, pastAddress } from '../../api/looking.ts';
import { personName } from '../../model/organization.ts';
import { type PastAddress, pastFragment } from '../../model/past-address.ts';
import { isFetchingPast } from '../../model/viewpoint.ts';
import { copy } from '../../view/copy.ts';
import { Button, bound, setTo, Trouble } from '../../view/fields.tsx';
import { NamedField } from '../../view/named-field.tsx';
import { showToast } from '../../view/toast.tsx';
import { ReasonBar, reason } from '../reason.tsx';
import { useAttempt } from '../shared/attempt.ts';
import { peopleByName } from '../shared/people.ts';
import { actorWords, type Entry, objectWords, placeWords, wholeTime } from '../shared/words.ts';
import { addressOfEvent } from '../trail/filter.ts';
import { loadActions, sayAction } from '../trail/vocabulary.ts';
import '../../styles/screens.css';
import '../../styles/look.css';
import { type Kind, kinds, lastBefore, step } from './steps.ts';
import { TimeSlider } from './time-slider.tsx';

const isEventId = (moment: string): boolean => /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(moment);

/** Shows the moment after an event. The view and the user stay the same. */
function goTo(moment: string): void {
  const past = pastAddress.peek();
  if (past) goToAddress(pastFragment({ ...past, moment }));
}

export function LookBar() {
  const past = pastAddress.value;
  if (!past) return null;
  return (
    <section class="look-bar" aria-label="Look back">
      {lookReason.value === '' || past.moment === undefined ? (
        <Begin />
      ) : (
        <Looking past={{ ...past, moment: past.moment }} />
      )}
    </section>
  );
}

const toNow = (rest: string) => (
  <a class="button" href={`#${rest}`}>
    Return to now
  </a>
);

/** Asks for the reason. Then it shows the moment in the address, or the newest one if there is none. */
function Begin() {
  const { trouble, attempt } = useAttempt();
  const rest = pastAddress.value?.rest ?? 'all';
  const given = reason.value.trim();
  return (
    <form
      onSubmit={() => {
        void attempt(async () => {
          if (pastAddress.peek()?.moment === undefined) {
            const newest = await lastBefore(new Date(), given);
            if (newest) goTo(newest.id);
          }
          lookReason.value = given;
        });
      }}
    >
      <p>
        <b>Look back.</b> The page will show the organization as it was at an earlier moment: its messages, names and
        memberships at that time. This view is read-only. Your access is recorded.
      </p>
      <ReasonBar />
      <p class="acts-line">
        <Button label="Look back" type="submit" class="primary" disabled={given === ''} />
        {toNow(rest)}
      </p>
      <Trouble words={trouble.value} />
    </form>
  );
}

function Looking({ past }: { readonly past: PastAddress & { readonly moment: string } }) {
  const { moment, asUser, rest } = past;
  const entry = useSignal<Entry | undefined>(undefined);
  const kind = useSignal<Kind>('all');
  const { trouble, isBusy, attempt } = useAttempt();
  const eyes = useSignal(asUser === undefined ? '' : String(asUser));
  // On narrow screens the bar can be unfolded.
  const isUnfolded = useSignal(false);

  useEffect(() => {
    if (entry.peek()?.id === moment) return;
    entry.value = undefined;
    // Another moment may be shown when the answer comes.
    const isShown = (): boolean => pastAddress.peek()?.moment === moment;
    void attempt(async () => {
      if (!isEventId(moment)) {
        // Links contain event ids, because an import does not change them.
        const found = await lastBefore(new Date(moment), lookReason.peek());
        if (found && isShown()) goTo(found.id);
        return;
      }
      const asked = { event_id: moment, reason: lookReason.peek() };
      const { record } = await liveClient.value.get('/audit/events/{event_id}', asked);
      if (isShown()) entry.value = record;
    });
  }, [moment]);
  useEffect(() => void attempt(loadActions), []);

  const arrive = (found: Entry | undefined, otherwise: string): void => {
    if (!found) {
      showToast(otherwise);
      return;
    }
    entry.value = found;
    goTo(found.id);
  };
  const walk = (by: 1 | -1) => () =>
    attempt(async () => {
      const found = await step(moment, by, kind.value, lookReason.peek());
      arrive(found, by === 1 ? 'There is no later event of this kind.' : 'There is no earlier event of this kind.');
    });
  const { value: at } = entry;
  return (
    <div class={`looking ${isUnfolded.value ? 'is-unfolded' : ''}`}>
      <div class="look-line look-head">
        <p role="status">
          <b>As it was{at ? ` on ${wholeTime(at.at)}` : '…'}</b>
          {asUser !== undefined && ` as ${personName(asUser)} saw it`}
          {isFetchingPast.value && ' Loading this moment…'}
        </p>
        {toNow(rest)}
      </div>
      <TimeSlider
        at={at?.at}
        reason={lookReason.value}
        choose={(time) =>
          attempt(async () => arrive(await lastBefore(time, lookReason.peek()), 'Nothing happened before this time.'))
        }
      />
      <div class="look-line">
        <span class="look-steps">
          <button type="button" class="step" aria-disabled={isBusy.value} onClick={() => void walk(-1)()}>
            <span aria-hidden="true">‹ </span>
            <span class="look-words">Previous</span>
          </button>
          <button type="button" class="step" aria-disabled={isBusy.value} onClick={() => void walk(1)()}>
            <span class="look-words">Next</span>
            <span aria-hidden="true"> ›</span>
          </button>
        </span>
        <label class="look-kind">
          <span class="look-words">of</span>{' '}
          <select {...bound(kind)}>
            {Object.entries(kinds).map(([name, { words }]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <Button
          label={isUnfolded.value ? 'Less' : 'More'}
          class="look-unfold"
          aria-expanded={isUnfolded.value}
          onClick={setTo(isUnfolded, !isUnfolded.value)}
        />
        <form
          class="look-eyes look-more"
          onSubmit={() => {
            const user = eyes.value === '' ? undefined : Number(eyes.value);
            goToAddress(pastFragment({ ...past, asUser: user }));
          }}
        >
          <NamedField label="As seen by" chosen={eyes} options={peopleByName.value} />
          <Button label="Show" type="submit" />
        </form>
      </div>
      <p class="look-line look-more">
        {at && (
          <span class="look-event">
            <b>{actorWords(at)}</b> {sayAction(at.action)} · {objectWords(at)}
            {placeWords(at) && ` · ${placeWords(at)}`} <a href={addressOfEvent(at.id)}>event</a>
          </span>
        )}
        <span class="look-reason">Reason: {lookReason.value}</span>
        <Button
          label="Copy link"
          onClick={() => void copy(`${location.origin}/${pastFragment({ ...past })}`, 'The link has been copied.')}
        />
      </p>
      <Trouble words={trouble.value} />
    </div>
  );
}
