/**
 * A test server that speaks the protocol of one EventStoreDB node, with the gRPC definitions that the client package ships. It implements
 * the requests of the adapter as a real node was observed to answer them, and nothing else. Scavenges have a port of their own here,
 * because this gRPC server cannot share its port with HTTP/1.
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
  /** The address to which a POST requests a scavenge. */
  readonly scavengeUrl: string;
  /** A scavenge is running, and the node refuses to begin another. */
  scavenging: boolean;
  readonly store: EventStore;
  /** Closes everything at once, as killing the process would. The store keeps its events. */
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

/** With the same store and port it is the same node, restarted. */
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
    if (node.scavenging) return void response.writeHead(400).end('Scavenge is already running');
    store.scavenge();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"scavengeId":"1"}');
  });
  admin.listen(0, '127.0.0.1');
  await once(admin, 'listening');

  const node: EventStoreServer = {
    ...faults,
    port: bound,
    scavengeUrl: `http://127.0.0.1:${(admin.address() as AddressInfo).port}/admin/scavenge`,
    scavenging: false,
    store,
    async kill() {
      server.forceShutdown();
      admin.closeAllConnections();
      admin.close();
      await once(admin, 'close');
    },
  };
  return node;
};
