/**
 * An organization for tests of queries: owner 1, administrator 2, member 3, guest 4, deactivated member 5, bots 6 (generic) and 7
 * (outgoing webhook) of member 3, system bot 8, and person 9 whose account was never created.
 */

import type { ReadView } from '../../src/ports/read-store.ts';
import { idsOf, type Members, memberSince } from '../../src/state/channel-members.ts';
import type { ChannelId, ProfileFieldId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId, recorded } from './given.ts';
import { founded, newUser } from './past-events.ts';
import { projectAll, viewOf } from './project.ts';
import { deactivated, newBot } from './writes.ts';

export const user = (id: number): UserId => id as UserId;
export const channel = (id: number): ChannelId => id as ChannelId;

export const profileField = (id: number, name: string, type: 1 | 4 = 1): Given =>
  happened(logStream.realm(realmId), 'ProfileFieldCreated', {
    field: { id: id as ProfileFieldId, name, hint: `${name}?`, type, fieldData: '' },
  });

export const organization = (): Given[] => [
  founded(),
  ...newUser(1, { role: 100 }),
  ...newUser(2, { role: 200 }),
  ...newUser(3),
  ...newUser(4, { role: 600 }),
  ...newUser(5),
  deactivated(5),
  ...newBot(6, 3),
  ...newBot(7, 3, { type: 3, service: { payloadUrl: 'https://hook.example/', interface: 1 } }),
  ...newBot(8, null),
  ...newUser(9).slice(0, 1),
];

/** The read models after the organization and these events. */
export const readAfter = async (...past: (Given | readonly Given[])[]): Promise<ReadView> =>
  viewOf(await projectAll(recorded(past.flat())));

/** All subscribers with the first message that they receive, by ascending user id. */
export const entriesOf = (members: Members): (readonly [userId: number, from: number])[] =>
  idsOf(members).map((userId) => [userId, Number(memberSince(members, userId))]);
