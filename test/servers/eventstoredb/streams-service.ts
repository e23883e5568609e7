/** The part of the Streams service that the adapter uses: BatchAppend, reads of a stream and of everything, and subscriptions. */
import type { BatchAppendReq, BatchAppendResp, ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, type ServerDuplexStream, status } from '@grpc/grpc-js';
import { type EventRecord, type EventStore, InvalidPosition, type ProposedEvent } from './store.ts';
import { outletTo, type ReadCall, type Subscription, subscribe } from './subscription.ts';
import {
  appendAnswer,
  eventMessage,
  expectedOf,
  notHandled,
  proposedEvent,
  streamNameOf,
  streamNotFound,
  timedOut,
} from './wire.ts';

type AppendCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

export type StreamsFaults = {
  /** How the next appends are answered. With `not-ready` they are not carried out, with `timeout` they are. */
  failAppends(count: number, how: 'not-ready' | 'timeout'): void;
  /** Ends every subscription with an error. */
  dropSubscriptions(): void;
  /** Keeps every subscription open, and sends nothing more on it. */
  muteSubscriptions(): void;
  /** The number of subscriptions started so far. */
  subscriptionsBegun(): number;
  /** The number of other reads so far. */
  readsBegun(): number;
  /** Resolves when the next of them begins. */
  nextRead(): Promise<void>;
};

const fail = (call: ReadCall, code: status, details: string): void => {
  call.emit('error', { code, details, metadata: new Metadata() });
};

export const streamsService = (store: EventStore) => {
  const subscriptions = new Map<ReadCall, Subscription>();
  let begun = 0;
  let reads = 0;
  const awaitingRead: (() => void)[] = [];
  let failing: { left: number; how: 'not-ready' | 'timeout' } = { left: 0, how: 'not-ready' };

  const append = (request: BatchAppendReq, options: BatchAppendReq.Options, events: readonly ProposedEvent[]) => {
    const stream = streamNameOf(options.getStreamIdentifier());
    const expected = expectedOf(options);
    if (failing.left > 0) {
      failing.left -= 1;
      if (failing.how === 'not-ready')
        return appendAnswer(request, stream, expected, notHandled('Server Is Not Ready'));
      store.append(stream, expected, events);
      return appendAnswer(request, stream, expected, timedOut());
    }
    return appendAnswer(request, stream, expected, store.append(stream, expected, events));
  };

  /** An append may come in several parts: the first has the options, the last says so. */
  const batchAppend = (call: AppendCall): void => {
    const parts = new Map<string, { options: BatchAppendReq.Options; events: ProposedEvent[] }>();
    call.on('data', (request: BatchAppendReq) => {
      const id = request.getCorrelationId()?.getStructured()?.getLeastSignificantBits() ?? '';
      const options = request.getOptions();
      const pending = parts.get(id) ?? (options && { options, events: [] });
      if (pending === undefined) return;
      parts.set(id, pending);
      pending.events.push(...request.getProposedMessagesList().map(proposedEvent));
      if (!request.getIsFinal()) return;
      parts.delete(id);
      call.write(append(request, pending.options, pending.events));
    });
    call.on('end', () => call.end());
    call.on('error', () => parts.clear());
  };

  const recordsOf = (options: ReadReq.Options): EventRecord[] | undefined => {
    const limit = Number(options.getCount());
    const backward = options.getReadDirection() === 1;
    const ofStream = options.getStream();
    if (ofStream !== undefined) {
      const from = ofStream.hasRevision() ? Number(ofStream.getRevision()) : undefined;
      return store.readStream(streamNameOf(ofStream.getStreamIdentifier()), from, backward, limit);
    }
    const at = options.getAll()?.getPosition()?.getCommitPosition();
    const position = at === undefined ? undefined : Number(at);
    return backward ? store.readBackward(position, limit) : store.readForward(position, limit);
  };

  const answerRead = async (call: ReadCall, options: ReadReq.Options): Promise<void> => {
    const records = recordsOf(options);
    const { over, send } = outletTo(call);
    if (records === undefined) {
      await send(streamNotFound(streamNameOf(options.getStream()?.getStreamIdentifier())));
    }
    for (const record of records ?? []) {
      if (over()) return;
      await send(eventMessage(record));
    }
    call.end();
  };

  const read = (call: ReadCall): void => {
    const options = call.request.getOptions();
    if (options === undefined) {
      call.end();
      return;
    }
    call.on('error', () => subscriptions.delete(call));
    if (!options.hasSubscription()) {
      reads += 1;
      for (const resolve of awaitingRead.splice(0)) resolve();
      answerRead(call, options).catch((error: unknown) => {
        const details = error instanceof InvalidPosition ? 'Unexpected ReadAllResult: InvalidPosition' : String(error);
        fail(call, status.UNKNOWN, details);
      });
      return;
    }
    begun += 1;
    try {
      subscriptions.set(call, subscribe(store, call, options));
    } catch {
      fail(call, status.INVALID_ARGUMENT, 'Trying to read from an invalid position.');
    }
    call.once('close', () => subscriptions.delete(call));
    call.once('cancelled', () => subscriptions.delete(call));
  };

  const faults: StreamsFaults = {
    failAppends(count, how) {
      failing = { left: count, how };
    },
    dropSubscriptions() {
      for (const call of [...subscriptions.keys()]) {
        fail(call, status.ABORTED, 'dropped by the test');
      }
    },
    muteSubscriptions() {
      for (const subscription of subscriptions.values()) subscription.mute();
    },
    subscriptionsBegun: () => begun,
    readsBegun: () => reads,
    nextRead: () => new Promise((resolve) => awaitingRead.push(resolve)),
  };

  return { implementation: { batchAppend, read }, faults };
};
