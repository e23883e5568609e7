/** Refuses connection strings that cannot be used, and makes those of further clients of the same store. */
import { type EndPoint, EventStoreDBClient } from '@eventstore/db-client';

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
  connectionString.replace(/^(esdb:\/\/(?:[^@?]*@)?)[^@/?,]+(?=[/?]|$)/, `$1${address}:${port}`);

/** Splits a string into scheme, credentials, hosts and options, as the client does. */
const form = /^[^:]+:\/\/(?:[^:]+:([^@]+)@)?([^?]*)(?:\?(.*))?$/s;

/** The options that the client knows and that are left to the operator. It reads their names without case, dashes and underscores. */
const options: ReadonlySet<string> = new Set(
  [
    ...['connectionName', 'defaultDeadline', 'discoveryInterval', 'gossipTimeout', 'keepAliveInterval'],
    ...['keepAliveTimeout', 'maxDiscoverAttempts', 'nodePreference', 'tls', 'tlsCAFile', 'userCertFile', 'userKeyFile'],
  ].map((name) => name.toLowerCase()),
);

/**
 * Throws if the string cannot be used. The error quotes only names of options, because the string may hold a password. For an
 * option without effect, the client itself would write the whole string to the console.
 */
export const assertConnectionString = (text: string): void => {
  const [, password = '', hosts = '', query = ''] = form.exec(text) ?? [];
  if (password.includes(':') || hosts.includes('@'))
    throw new Error('credentials must be user:password@ with : and @ in them percent-encoded');
  for (const name of query.split('&').map((option) => option.split('=')[0] ?? ''))
    if (name !== '' && !options.has(name.toLowerCase().replaceAll(/[_-]/g, '')))
      throw new Error(`the option ${name} is not supported`);
  try {
    EventStoreDBClient.connectionString(text);
  } catch (error) {
    const { expected } = error as { readonly expected?: unknown };
    throw typeof expected === 'string' ? new Error(`${expected} expected`) : error;
  }
};
