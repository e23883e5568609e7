import { Icon } from '../../view/icons.tsx';
import { actorWords, type Entry, objectWords, placeWords, shortTime } from '../shared/words.ts';

/** One record in a line or two. `say` describes an action in words. */
export function RecordRow(props: {
  readonly entry: Entry;
  readonly say: (action: string) => string;
  readonly open: (entry: Entry) => void;
}) {
  const { entry } = props;
  const place = placeWords(entry);
  const content = entry.after?.content ?? entry.after?.text;
  return (
    <button type="button" class={`record is-${entry.state}`} onClick={() => props.open(entry)}>
      <time dateTime={entry.at}>{shortTime(entry.at)}</time>
      <span class="record-words">
        <b>{actorWords(entry)}</b> <span>{props.say(entry.action)}</span>
        <small>
          {objectWords(entry)}
          {place && ` · ${place}`}
          {entry.context.client !== null && ` · with ${entry.context.client}`}
          {entry.state === 'erased' && ' · erased'}
        </small>
        {typeof content === 'string' && <q class="record-content">{content.slice(0, 300)}</q>}
      </span>
      <span class="record-marks">
        <code>{entry.action}</code>
        {entry.index === null ? (
          <small>not sealed yet</small>
        ) : (
          <small>
            <Icon name="seal" /> {entry.index}
          </small>
        )}
      </span>
    </button>
  );
}
