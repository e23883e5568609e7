/**
 * Several logs may share one store, each in a namespace: the names of its log streams begin with the namespace and a colon. A log
 * without a namespace has the streams that are in none. So no log ever reads another's events.
 */
import { isSystemEvent } from './stored-event.ts';

export type Namespace = {
  /** A regular expression by which the store selects the streams of this log, and few others. */
  readonly filter: string;
  /** What a log stream is called in the store. */
  nameOf(stream: string): string;
  /** The log stream that the store calls so. */
  streamOf(streamId: string): string;
  /** Whether an event is this log's: not another's, nor the store's own. */
  has(event: { readonly streamId: string; readonly type: string }): boolean;
};

const inSome = /^[a-z0-9]+:/;
/** Not the store's own stream, which begins with `$`, and in no namespace. */
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
