/**
 * Erases the contents of a person's log stream: name, address, profile. The erasure is already recorded. A person who is active again keeps
 * them.
 */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import type { Aggregate } from '../../src/define/handlers.ts';
import { isActive } from '../../src/state/directory.ts';
import { erasedPerson } from '../../src/vocabulary/erased-person.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { isToErase, leavesOfErased } from '../rules/erased-leaves.ts';

type Events = readonly Recorded[];
const also = (event: Recorded, events: Events): Events => [...events, event];

const saidOfPerson: Aggregate<Events> = {
  initial: () => [],
  on: {
    PersonDescribed: also,
    FullNameChanged: also,
    AvatarChanged: also,
    TimezoneChanged: also,
    ProfileDataChanged: also,
    PersonErased: (event) => [event],
  },
};

export const erasePerson = defineCommand({
  name: 'erase-person',
  input: z.object({ userId: UserId }),
  refusals: [],
  stream: ({ userId }, realmId) => logStream.person(realmId, userId),
  aggregate: saidOfPerson,
  decide({ directory, people }, { userId }, { realmId, leafOf, own: events }) {
    const isHeld = isActive(directory, userId);
    // An avatar is removed earlier, together with its image.
    if (isHeld || !isToErase(events) || people.byId.get(userId)?.avatar) return accept([], { held: isHeld });
    const data = { userId, ...erasedPerson(userId), leaves: leavesOfErased(events, leafOf) };
    return acceptEvent(logStream.person(realmId, userId), { type: 'PersonErased', data } as const, {
      held: false,
    });
  },
});
