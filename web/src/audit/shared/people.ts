/** People and streams that can be named in a field. */
import { computed } from '@preact/signals';
import { people, streams } from '../../model/organization.ts';
import type { Options } from './named-field.tsx';

export const peopleByName = computed<Options>(() =>
  [...people.value.values()].map(({ user_id: id, full_name: name }) => [id, name] as const),
);
export const streamsByName = computed<Options>(() =>
  [...streams.value.values()].map(({ stream_id: id, name }) => [id, name] as const),
);
