/** Connection strings for further clients of the same store. */
import type { EndPoint } from '@eventstore/db-client';

const keepAliveTimeoutDefault = 10_000;

/**
 * Clients whose settings are equal share their network connection, a silent one too. One millisecond more of keep-alive timeout
 * makes the settings differ, so that the next client opens a connection of its own.
 */
export const withConnectionNumber = (connectionString: string, number: number): string => {
  if (number === 0) return connectionString;
  const given = Number(/[?&]keepAliveTimeout=(\d+)/i.exec(connectionString)?.[1] ?? keepAliveTimeoutDefault);
  // Of an option that is given twice the client takes the last.
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}keepAliveTimeout=${given + number}`;
};

/** Where only one node is named, the leader in its place. Where several are, the client finds the leader by itself. */
export const withLeader = (connectionString: string, { address, port }: EndPoint): string =>
  connectionString.replace(/^(esdb:\/\/(?:[^@/]*@)?)[^@/?,]+(?=[/?]|$)/, `$1${address}:${port}`);
