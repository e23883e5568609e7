/** PATCH /realm/profile_fields: changes the order of the custom profile fields. */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import type { ProfileFieldId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';

export const orderProfileFields = defineCommand({
  name: 'order-profile-fields',
  input: z.object({ order: z.array(z.int()) }),
  refusals: ['administrator-required', 'profile-fields-order'],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, input, { realmId, actor }) {
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    const ids = state.realm.profileFields.map(({ id }) => id);
    const byNumber = new Map<number, ProfileFieldId>(ids.map((id) => [id, id]));
    const order = input.order.flatMap((id) => byNumber.get(id) ?? []);
    const isWhole = input.order.length === ids.length && new Set(order).size === ids.length;
    if (!isWhole) return refuse({ code: 'profile-fields-order' });
    if (order.every((id, at) => id === ids[at])) return accept([], {});
    return acceptEvent(logStream.realm(realmId), { type: 'ProfileFieldsReordered', data: { order } });
  },
});
