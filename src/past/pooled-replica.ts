/** A replica of the pool, and who uses it. */
import type { RealmId } from '../vocabulary/ids.ts';
import type { ReplicaHandle } from './handle.ts';

export type PooledReplica = {
  readonly realmId: RealmId;
  readonly replica: ReplicaHandle;
  position: number;
  /** How many requests wait for the replica or are being answered by it, and how many of its answers of lines are not read yet. */
  users: number;
  /** Settles when the replica has reached its position. It never rejects. */
  moving: Promise<boolean>;
  isMoving: boolean;
  /** Whether one request moves the replica, which then answers no other request. */
  isAlone: boolean;
  idle: NodeJS.Timeout | undefined;
};

export const isInUse = ({ users, isMoving }: PooledReplica): boolean => users > 0 || isMoving;
