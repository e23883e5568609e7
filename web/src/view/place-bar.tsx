/** What is shown, and what its reader can do with the whole of it: mark it as read, mute it. */
import { isPast } from '../api/looking.ts';
import { isOfPlace, type Place, placeOf } from '../model/narrow.ts';
import { myself, subscriptions } from '../model/organization.ts';
import { markAsRead, mutableIn, setMuted, unreadIn } from '../model/places.ts';
import { setTo } from './fields.tsx';
import { Icon, type IconName } from './icons.tsx';
import { placeWords } from './place-fields.tsx';
import { address } from './route.ts';
import { shownWords } from './screens.ts';
import { dialog } from './selection.ts';
import { attemptShown } from './toast.tsx';

/** Undefined if all messages are shown, or only some of a place. */
function shownPlace(): Place | undefined {
  const { value: narrow = [] } = address;
  return isOfPlace(narrow) ? placeOf(narrow) : undefined;
}

export function PlaceBar() {
  const { value: narrow = [] } = address;
  const place = shownPlace();
  return (
    <header class="place-bar">
      <h1 dir="auto" title={shownWords()}>
        {shownWords()}
      </h1>
      {!isPast.value && (narrow.length === 0 || place) && <MarkAsRead place={place} />}
      {!isPast.value && <Add place={place} />}
      {!isPast.value && <Mute place={place} />}
    </header>
  );
}

/** Adds people to the stream. */
function Add({ place }: { readonly place: Place | undefined }) {
  if (!place || place.kind === 'people' || myself.value?.is_guest || !subscriptions.value.has(place.streamId))
    return null;
  const { streamId } = place;
  return (
    <PlaceButton icon="invite" onClick={setTo(dialog, { is: 'add', streamId })}>
      Add people
    </PlaceButton>
  );
}

function MarkAsRead({ place }: { readonly place: Place | undefined }) {
  const { length: count } = unreadIn(place);
  const mark = async (): Promise<void> => {
    if (!place && !confirm(`Mark all unread messages as read (${count.toLocaleString()})?`)) return;
    await attemptShown(() => markAsRead(place), 'Marked as read.');
  };
  return (
    // It stays where it is, so that it keeps the focus.
    <PlaceButton icon="done" disabled={count === 0} onClick={mark}>
      {place ? 'Mark as read' : 'Mark all as read'}
    </PlaceButton>
  );
}

function Mute({ place }: { readonly place: Place | undefined }) {
  const mutable = mutableIn(place);
  if (!mutable) return null;
  return (
    <PlaceButton icon={mutable.isMuted ? 'bell' : 'mute'} onClick={toggleMuted}>
      {mutable.isMuted ? 'Unmute' : 'Mute'} {mutable.kind}
    </PlaceButton>
  );
}

/** Mutes the topic or the stream that is shown, or unmutes it. */
export async function toggleMuted(): Promise<void> {
  const mutable = mutableIn(shownPlace());
  if (!mutable) return;
  const stateWord = mutable.isMuted ? 'no longer muted' : 'muted';
  await attemptShown(() => setMuted(mutable, !mutable.isMuted), `${placeWords(mutable)} is ${stateWord}.`);
}

/** Where there is little room only its icon is shown. */
const PlaceButton = (props: {
  readonly icon: IconName;
  readonly disabled?: boolean;
  readonly onClick: () => Promise<void> | void;
  readonly children: preact.ComponentChildren;
}) => (
  <button type="button" class="quiet" aria-disabled={props.disabled} onClick={() => void props.onClick()}>
    <Icon name={props.icon} /> <span>{props.children}</span>
  </button>
);
