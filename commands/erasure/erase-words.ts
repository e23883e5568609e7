/**
 * Erases the contents of a `words-…` log stream: a user's texts about themselves, and their alert words. The erasure is already recorded.
 */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import type { Aggregate } from '../../src/define/handlers.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { isToErase, leavesOfErased } from '../rules/erased-leaves.ts';

type Events = readonly Recorded[];
const also = (event: Recorded, events: Events): Events => [...events, event];

const saidInStream: Aggregate<Events> = {
  initial: () => [],
  on: { UserStatusChanged: also, AlertWordsChanged: also, UserWordsErased: (event) => [event] },
};

export const eraseWords = defineCommand({
  name: 'erase-words',
  input: z.object({ userId: UserId, part: z.int().nonnegative() }),
  refusals: [],
  stream: ({ userId, part }, realmId) => logStream.words(realmId, userId, part),
  aggregate: saidInStream,
  decide(_state, { userId, part }, { realmId, leafOf, own: events }) {
    if (!isToErase(events)) return accept([], {});
    const data = { userId, leaves: leavesOfErased(events, leafOf) };
    const stream = logStream.words(realmId, userId, part);
    return acceptEvent(stream, { type: 'UserWordsErased', data });
  },
});
