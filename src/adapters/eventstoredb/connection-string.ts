/** Connection strings for further clients of the same store. */
import type { EndPoint } from '@eventstore/db-client';

const keepAliveTimeoutDefault = 10_000;

/**
 * Clients with equal settings share their network connection, even a silent one. One more millisecond of keep-alive timeout makes the
 * settings differ, so that the next client opens a connection of its own.
 */
export const withConnectionNumber = (connectionString: string, number: number): string => {
  if (number === 0) return connectionString;
  const given = Number(/[?&]keepAliveTimeout=(\d+)/i.exec(connectionString)?.[1] ?? keepAliveTimeoutDefault);
  // If an option is given twice, the client uses the last one.
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}keepAliveTimeout=${given + number}`;
};

/**
 * A connection string that names the leader, if the given one names a single node. With several nodes, the client finds the leader by
 * itself.
 */
export const withLeader = (connectionString: string, { address, port }: EndPoint): string =>
  connectionString.replace(/^(esdb:\/\/(?:[^@/]*@)?)[^@/?,]+(?=[/?]|$)/, `$1${address}:${port}`);
