/**
 * Calls of the Streams service that take and give messages as bytes, on the connection of the client: which node, TLS, credentials,
 * the way to a new leader are its own. It keeps what opens a stream there to its subclasses; the version that it is of is fixed.
 */
import type { EventStoreDBClient } from '@eventstore/db-client';
import { convertToCommandError } from '@eventstore/db-client';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { CallOptions, Metadata } from '@grpc/grpc-js';

const path = '/event_store.client.streams.Streams';
const asItIs = (bytes: Buffer): Buffer => bytes;

type Open<T> = (client: StreamsClient, metadata: Metadata, options: CallOptions) => T;

type Insides = {
  callArguments(
    of: { readonly requiresLeader: boolean },
    options: { readonly deadline: number },
  ): [metadata: Metadata, options: CallOptions];
  GRPCStreamCreator<T>(
    service: typeof services.StreamsClient,
    name: string,
    create: (client: StreamsClient) => T,
  ): () => Promise<T>;
};

const opened = <T>(client: EventStoreDBClient, name: string, requiresLeader: boolean, open: Open<T>): Promise<T> => {
  const insides = client as unknown as Insides;
  const forEver = insides.callArguments({ requiresLeader }, { deadline: Number.POSITIVE_INFINITY });
  return insides.GRPCStreamCreator(services.StreamsClient, name, (grpc) => open(grpc, ...forEver))();
};

/** What is told of a call, each in turn; `onEnd` once, with the client's error or (the store has said all) without, and nothing after it. */
export type CallListener = {
  onMessage(message: Buffer): void;
  onEnd(error: Error | undefined): void;
};

type Emitting = {
  on(event: 'data', listener: (message: Buffer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
};

const listen = (call: Emitting, { onMessage, onEnd }: CallListener): void => {
  let isOver = false;
  const end = (error?: Error): void => {
    if (isOver) return;
    isOver = true;
    onEnd(error);
  };
  call.on('data', (message) => {
    if (!isOver) onMessage(message);
  });
  // Stays: what is over may still fail.
  call.on('error', (error) => end(convertToCommandError(error)));
  call.on('end', () => end());
};

export type AppendCall = { send(request: Buffer): void };

export const openAppendCall = async (client: EventStoreDBClient, listener: CallListener): Promise<AppendCall> => {
  const call = await opened(client, 'appends', true, (grpc, metadata, options) =>
    grpc.makeBidiStreamRequest<Buffer, Buffer>(`${path}/BatchAppend`, asItIs, asItIs, metadata, options),
  );
  listen(call, listener);
  return { send: (request) => void call.write(request) };
};

export type ReadCall = { pause(): void; resume(): void; cancel(): void };

export const openReadCall = async (
  client: EventStoreDBClient,
  request: Buffer,
  { requiresLeader }: { readonly requiresLeader: boolean },
  listener: CallListener,
): Promise<ReadCall> => {
  const call = await opened(client, 'reads', requiresLeader, (grpc, metadata, options) =>
    grpc.makeServerStreamRequest<Buffer, Buffer>(`${path}/Read`, asItIs, asItIs, request, metadata, options),
  );
  listen(call, listener);
  return {
    pause: () => void call.pause(),
    resume: () => void call.resume(),
    // Not in the middle of what the call is telling: https://github.com/grpc/grpc-node/issues/1464.
    cancel: () => void setImmediate(() => call.cancel()),
  };
};
