/**
 * Records the next part of an erasure before it is carried out. Messages that are under a hold by now are passed over. A retention run ends
 * early if messages must now be kept for longer. The erasure of a person ends early if the person was activated at the same moment as the
 * request.
 */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { isOfActive } from '../../src/state/erasures.ts';
import { HoldFinder } from '../../src/state/holds.ts';
import { isRunTakenBack } from '../../src/state/retention.ts';
import { Erasable } from '../../src/vocabulary/events/erasures.ts';
import { ErasureId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const eraseContent = defineCommand({
  name: 'erase-content',
  input: z.object({ erasureId: ErasureId, messages: z.array(Erasable) }),
  refusals: [],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { erasureId, messages }, { realmId }) {
    const erasure = state.erasures.byId.get(erasureId);
    if (erasure && (isRunTakenBack(state, erasure) || isOfActive(state, erasure)))
      return accept([], { held: 0, isOver: true });
    const finder = new HoldFinder(state);
    const free = messages.filter(({ facts }) => finder.over(facts).length === 0);
    const messageIds = free.map(({ facts }) => facts.messageId);
    const sum = (of: 'events' | 'bytes') => free.reduce((total, one) => total + one[of], 0);
    const data = { erasureId, messageIds, events: sum('events'), bytes: sum('bytes') };
    const events = messageIds.length > 0 ? [{ type: 'ContentErased', data } as const] : [];
    const held = messages.length - free.length;
    return accept([{ stream: logStream.audit(realmId), events }], { held, isOver: false });
  },
});
