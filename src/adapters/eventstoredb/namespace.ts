/**
 * Several logs may share one store, each in its own namespace. The names of a log's streams begin with the namespace and a colon. One log
 * may have no namespace; its streams are those whose names have none.
 */
import { isSystemEvent } from './stored-event.ts';

export type Namespace = {
  /** A regular expression with which the store selects the streams of this log, and few others. */
  readonly filter: string;
  nameOf(stream: string): string;
  streamOf(streamId: string): string;
  /** Whether an event belongs to this log, and not to another log or to the store itself. */
  has(event: { readonly streamId: string; readonly type: string }): boolean;
};

const inSome = /^[a-z0-9]+:/;
/** Matches names without a namespace, except the store's own streams, which begin with `$`. */
const inNone = '^(?![$]|[a-z0-9]+:)';

export function namespaceOf(name: string): Namespace {
  if (!/^[a-z0-9]*$/.test(name)) throw new RangeError(`a namespace is made of a-z and 0-9: ${name}`);
  const prefix = name === '' ? '' : `${name}:`;
  return {
    filter: prefix === '' ? inNone : `^${prefix}`,
    nameOf: (stream) => `${prefix}${stream}`,
    streamOf: (streamId) => (streamId.startsWith(prefix) ? streamId.slice(prefix.length) : streamId),
    has: (event) =>
      !isSystemEvent(event) && (prefix === '' ? !inSome.test(event.streamId) : event.streamId.startsWith(prefix)),
  };
}
