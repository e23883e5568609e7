/** PATCH /audit/holds/{hold_id}: changes the name or the scope. Deleted data that no hold covers any more are removed. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { ascending } from '../../src/vocabulary/ascending.ts';
import { ChannelId, HoldId, idNamed, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import {
  holderRefusal,
  holderRefusals,
  nameRefusal,
  nameRefusals,
  scopeRefusal,
  scopeRefusals,
} from '../rules/holds.ts';

export const changeHold = defineCommand({
  name: 'change-hold',
  input: z.object({
    holdId: idNamed(HoldId),
    reason: z.string(),
    name: z.string().optional(),
    userIds: z.array(idNamed(UserId)).optional(),
    channelIds: z.array(idNamed(ChannelId)).optional(),
    since: z.int().nullable().optional(),
    until: z.int().nullable().optional(),
  }),
  refusals: [...holderRefusals, 'hold-missing', ...nameRefusals, ...scopeRefusals, 'hold-changes-nothing'],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { holdId, reason, ...wanted }, { realmId, actor }) {
    const refusal = holderRefusal(state, actor, reason);
    if (refusal) return refuse(refusal);
    const hold = state.holds.byId.get(holdId);
    if (!hold) return refuse({ code: 'hold-missing' });
    const { name = hold.name, userIds = hold.userIds, channelIds = hold.channelIds } = wanted;
    const { since = hold.since, until = hold.until } = wanted;
    const bad = nameRefusal(name) ?? scopeRefusal(state, { userIds, channelIds, since, until }, hold);
    if (bad) return refuse(bad);
    const after = { name: name.trim(), userIds: ascending(userIds), channelIds: ascending(channelIds), since, until };
    const changed = Object.entries(after).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(hold[key as keyof typeof after]),
    );
    if (changed.length === 0) return refuse({ code: 'hold-changes-nothing' });
    const data = { holdId, reason, ...(Object.fromEntries(changed) as Partial<typeof after>) };
    return acceptEvent(logStream.audit(realmId), { type: 'HoldChanged', data });
  },
});
