/**
 * A protocol-level stand-in for one EventStoreDB node, on the gRPC definitions that the client package ships. It answers
 * what the adapter sends and behaves as the real one was seen to; what nobody asks for is not there. The scavenge has a
 * port of its own here, because this gRPC server cannot share one with HTTP/1.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import featureMessages from '@eventstore/db-client/generated/serverfeatures_pb.js';
import services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from '@grpc/grpc-js';
import { EventStore } from './store.ts';
import { type StreamsFaults, streamsService } from './streams-service.ts';

export type EventStoreServer = StreamsFaults & {
  readonly port: number;
  /** Where a POST asks for a scavenge. */
  readonly scavengeUrl: string;
  readonly store: EventStore;
  /** Cuts everything off at once, as a kill would; what the store holds stays. */
  kill(): Promise<void>;
};

export const connectionStringOf = (port: number, settings: Readonly<Record<string, string>> = {}): string =>
  `esdb://127.0.0.1:${port}?${new URLSearchParams({ tls: 'false', ...settings })}`;

const messageBytesMax = 16 * 1024 * 1024;

const supportedMethods = (
  _call: ServerUnaryCall<unknown, SupportedMethods>,
  answer: sendUnaryData<SupportedMethods>,
) => {
  const method = new featureMessages.SupportedMethod();
  method.setServiceName('event_store.client.streams.streams');
  method.setMethodName('batchappend');
  const supported = new featureMessages.SupportedMethods();
  supported.setEventStoreServerVersion('24.2.0');
  supported.setMethodsList([method]);
  answer(null, supported);
};

/** On the same store and port again, it is the same node started anew. */
export const startEventStoreServer = async ({
  store = new EventStore(),
  port = 0,
}: {
  readonly store?: EventStore;
  readonly port?: number;
} = {}): Promise<EventStoreServer> => {
  const server = new Server({ 'grpc.max_receive_message_length': messageBytesMax });
  const { implementation, faults } = streamsService(store);
  server.addService(services.StreamsService, implementation);
  server.addService(features.ServerFeaturesService, { getSupportedMethods: supportedMethods });
  const bound = await new Promise<number>((resolve, reject) => {
    const credentials = ServerCredentials.createInsecure();
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, free) => (error ? reject(error) : resolve(free)));
  });

  const admin = createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== '/admin/scavenge') return void response.writeHead(404).end();
    store.scavenge();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"scavengeId":"1"}');
  });
  admin.listen(0, '127.0.0.1');
  await once(admin, 'listening');

  return {
    ...faults,
    port: bound,
    scavengeUrl: `http://127.0.0.1:${(admin.address() as AddressInfo).port}/admin/scavenge`,
    store,
    async kill() {
      server.forceShutdown();
      admin.closeAllConnections();
      admin.close();
      await once(admin, 'close');
    },
  };
};
