/** The values of an event before and after it, side by side. */
import { changedPart } from '../shared/changed-part.ts';
import { Scrolls } from '../shared/scrolls.tsx';
import { type Entry, valueWords } from '../shared/words.ts';

export function Values(props: { readonly entry: Pick<Entry, 'before' | 'after'>; readonly of?: string }) {
  const { before, after } = props.entry;
  const label = props.of === undefined ? 'Values before and after' : `Values of ${props.of} before and after`;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return <p class="empty">The event has no values.</p>;
  return (
    <Scrolls label={label}>
      <table class="ledger values">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name.replaceAll('_', ' ')}</th>
              <Pair was={before?.[name]} is={after?.[name]} isChange={before !== null && after !== null} />
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

function Pair({ was, is, isChange }: { readonly was: unknown; readonly is: unknown; readonly isChange: boolean }) {
  const [old, now] = [valueWords(was), valueWords(is)];
  if (!isChange || typeof was !== 'string' || typeof is !== 'string')
    return (
      <>
        <td>{old}</td>
        <td>{now}</td>
      </>
    );
  const { head, gone, come, tail } = changedPart(old, now);
  return (
    <>
      <td class="change">
        {head}
        {gone && <del>{gone}</del>}
        {tail}
      </td>
      <td class="change">
        {head}
        {come && <ins>{come}</ins>}
        {tail}
      </td>
    </>
  );
}
