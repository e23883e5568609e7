import { personName } from '../model/organization.ts';
import { typists } from '../model/typing.ts';
import { keyOfPeople } from '../model/unread.ts';
import { place } from './compose-state.ts';

const namedMax = 3;

/** Who is writing in the conversation that is open. */
export function TypingNotice() {
  const to = place.value;
  const ids = to?.kind === 'people' ? [...(typists.value.get(keyOfPeople(to.ids))?.keys() ?? [])] : [];
  return (
    <p class="typing" role="status">
      {words(ids)}
    </p>
  );
}

function words(ids: readonly number[]): string {
  if (ids.length === 0) return '';
  if (ids.length > namedMax) return 'Several people are typing…';
  const names = new Intl.ListFormat('en').format(ids.map(personName));
  return `${names} ${ids.length === 1 ? 'is' : 'are'} typing…`;
}
