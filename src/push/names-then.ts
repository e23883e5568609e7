/** The names in a record, from the state right after its event. */
import type { RealmState } from '../state/realm-state.ts';
import type { Recorded } from '../vocabulary/events/index.ts';
import type { ChannelId, UserId } from '../vocabulary/ids.ts';
import type { Place } from '../vocabulary/places.ts';
import type { ObjectRef } from '../vocabulary/trail/row.ts';
import { actionOf, rowOf } from '../vocabulary/trail/table.ts';
import type { TrailRecord } from '../wire/trail.ts';

export type Named = {
  readonly actor: TrailRecord['actor'];
  readonly object: string | null;
  readonly in: TrailRecord['object']['in'];
};

/** Undefined if the state does not have all of them, because a person's name may be recorded later than their action. */
export function namesIn(realm: RealmState, event: Recorded): Named | undefined {
  const [row, action] = [rowOf(event.type), actionOf(event.type)];
  if (!row || !action) return undefined;
  const actor = actorIn(realm, event.metadata.actor);
  const id = row.object(event);
  const object = objectIn(realm, { type: action.objectType, id });
  const place = row.place?.(event.data);
  const stands = place ? placeIn(realm, place) : null;
  if (!actor || object === undefined || stands === undefined) return undefined;
  return { actor, object: object ?? row.names?.(event.data)[0] ?? null, in: stands };
}

function actorIn(realm: RealmState, id: UserId | null): Named['actor'] | undefined {
  if (id === null) return { type: 'service', id: null, name: null };
  const [name, account] = [realm.people.byId.get(id)?.fullName, realm.directory.accounts.get(id)];
  return name === undefined || !account ? undefined : { type: account.bot ? 'bot' : 'user', id, name };
}

/** Null if objects of this type have no name of their own. */
function objectIn({ people, channels }: RealmState, { type, id }: ObjectRef): string | null | undefined {
  if (typeof id !== 'number') return null;
  if (type === 'user' || type === 'auditor') return people.byId.get(id as UserId)?.fullName;
  return type === 'stream' ? channels.byId.get(id as ChannelId)?.name : null;
}

function placeIn({ channels }: RealmState, place: Place): Named['in'] | undefined {
  if (place.kind === 'private') return { with: [...place.userIds] };
  const { channelId, topic } = place;
  const stream = channels.byId.get(channelId)?.name;
  return stream === undefined ? undefined : { stream_id: channelId, stream, topic };
}
