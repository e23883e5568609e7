/** Every version of a message, each with what changed in it. */
import { Html } from '../../html/html.tsx';
import { changedPart } from '../shared/changed-part.ts';
import { actorWords, type Entry, placeWords, wholeTime } from '../shared/words.ts';
import { addressOfEvent } from '../trail/filter.ts';

const isVersion = ({ action }: Entry): boolean =>
  ['message.sent', 'message.edited', 'message.deleted', 'topic.moved'].includes(action);

const words: Readonly<Record<string, string>> = {
  'message.sent': 'Sent',
  'message.edited': 'Edited',
  'message.deleted': 'Deleted',
  'topic.moved': 'Moved',
};

export const Versions = ({ life }: { readonly life: readonly Entry[] }) => (
  <ol class="versions">
    {life.filter(isVersion).map((entry) => (
      <li key={entry.id}>
        <p class="byline">
          <b>{words[entry.action]}</b>
          <span>by {actorWords(entry)}</span>
          <time dateTime={entry.at}>{wholeTime(entry.at)}</time>
          <a href={addressOfEvent(entry.id)}>
            event<span class="for-readers"> {entry.id}</span>
          </a>
        </p>
        <Version entry={entry} />
      </li>
    ))}
  </ol>
);

function Version({ entry }: { readonly entry: Entry }) {
  const { before, after, action, state } = entry;
  if (state === 'erased') return <p class="hint">The text of this version was erased.</p>;
  if (action === 'topic.moved')
    return (
      <p class="change">
        From {placeWords(entry)} to the topic <ins>{String(after?.topic ?? '')}</ins>
      </p>
    );
  const [was, is] = [before?.content, after?.content];
  if (typeof was === 'string' && typeof is === 'string') {
    const { head, gone, come, tail } = changedPart(was, is);
    return (
      <p class="change source">
        {head}
        {gone && <del>{gone}</del>}
        {come && <ins>{come}</ins>}
        {tail}
      </p>
    );
  }
  return typeof after?.rendered_content === 'string' ? <Html html={after.rendered_content} class="version" /> : null;
}
