/** People and streams that can be named in a field. */
import { computed } from '@preact/signals';
import { addressees, people, streams } from '../../model/organization.ts';
import { distinct } from '../../view/named-field.tsx';

export const peopleByName = computed(() =>
  distinct([...people.value.values()].map(({ user_id: id, full_name: name }) => [id, name] as const)),
);
/** Without people whose accounts were deactivated, and without the bots of the service. */
export const membersByName = computed(() =>
  distinct(
    addressees.value
      .filter((one) => one.is_cross_realm_bot !== true)
      .map(({ user_id: id, full_name: name }) => [id, name] as const),
  ),
);
export const streamsByName = computed(() =>
  distinct([...streams.value.values()].map(({ stream_id: id, name }) => [id, `#${name}`] as const)),
);
