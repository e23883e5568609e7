/** Records that the earlier events of a deleted message stay, if a hold covers the message. This happens before they would be removed. */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { HoldFinder } from '../../src/state/holds.ts';
import { MessageFacts } from '../../src/vocabulary/events/holds.ts';
import { FileId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const holdDeletion = defineCommand({
  name: 'hold-deletion',
  input: z.object({ message: MessageFacts, uploads: z.array(FileId) }),
  refusals: [],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { message, uploads }, { realmId }) {
    const known = state.holds.deleted.get(message.messageId);
    // What is known stays until `HeldDeletionsEnded` names it.
    if (known?.onRecord || new HoldFinder(state).over(message).length === 0)
      return accept([], { held: known !== undefined });
    const data = { message, uploads };
    return acceptEvent(logStream.audit(realmId), { type: 'DeletionHeld', data }, { held: true });
  },
});
