/** One subscription to everything: the events after a position, then new ones, as fast as the client takes them. */
import { randomUUID } from 'node:crypto';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { EventRecord, EventStore } from './store.ts';
import { caughtUp, checkpoint, confirmation, eventMessage } from './wire.ts';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

const pageMax = 100;

/** Writes to a client, and waits while its buffer is full. `over`: the client has disconnected. */
export type Outlet = { readonly over: () => boolean; send(message: ReadResp): Promise<void> };

export const outletTo = (call: ReadCall): Outlet => {
  const over = (): boolean => call.cancelled || call.destroyed;
  let goOn = (): void => {};
  for (const event of ['drain', 'cancelled', 'close', 'error']) call.on(event, () => goOn());
  return {
    over,
    async send(message) {
      const room = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      if (!over() && !call.write(message) && !over()) await room;
    },
  };
};

/** Selects streams by the regular expression of the subscription's filter. */
const filterOf = (options: ReadReq.Options): ((record: EventRecord) => boolean) => {
  const expression = new RegExp(options.getFilter()?.getStreamIdentifier()?.getRegex() ?? '');
  return ({ stream }) => expression.test(stream);
};

/** After this many events that the filter excludes, a checkpoint message reports the position of the subscription. */
const markEvery = 32;

export type Subscription = {
  /** Sends nothing more, without an error. */
  mute(): void;
};

/** Throws `InvalidPosition`. */
export const subscribe = (store: EventStore, call: ReadCall, options: ReadReq.Options): Subscription => {
  const position = options.getAll()?.getPosition()?.getCommitPosition();
  const isWanted = filterOf(options);
  const isFiltered = options.hasFilter();
  let cursor = position === undefined ? -1 : Number(position);
  if (cursor >= 0) store.readForward(cursor, 1);
  let muted = false;
  let wake = (): void => {};
  const { over, send } = outletTo(call);

  const pump = async (): Promise<void> => {
    await send(confirmation(randomUUID()));
    let isLive = false;
    let skipped = 0;
    while (!over()) {
      const written = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const records = store.after(cursor, pageMax);
      for (const record of records) {
        if (over() || muted) return;
        const wanted = isWanted(record);
        skipped = wanted ? 0 : skipped + 1;
        if (wanted) await send(eventMessage(record));
        else if (isFiltered && skipped % markEvery === 0) await send(checkpoint(record.position));
        cursor = record.position;
      }
      if (records.length > 0) continue;
      if (!isLive) {
        isLive = true;
        if (isFiltered) await send(checkpoint(Math.max(cursor, 0)));
        await send(caughtUp());
      }
      await written;
    }
  };

  const stopListening = store.onWritten(() => wake());
  const end = (): void => {
    stopListening();
    wake();
  };
  call.once('cancelled', end);
  call.once('close', end);
  void pump();
  return {
    mute() {
      muted = true;
    },
  };
};
