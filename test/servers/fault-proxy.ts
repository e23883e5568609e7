/**
 * A TCP proxy on the loopback that fails on demand. It knows no protocol: callers recognize requests and answers by functions of the
 * received bytes (a chunk is what the network delivered, not a message).
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { withResolvers } from '../support/with-resolvers.ts';

export type FaultProxy = {
  readonly port: number;
  /** The number of connected clients. */
  connections(): number;
  /** Resets every connection, or those whose client's last bytes `isLast` accepts. New connections are taken. */
  cutAll(isLast?: BytesTest): void;
  /** Resets new connections until `take` is called. Resolves when one was reset. */
  refuse(): Promise<void>;
  take(): void;
  /** On: new connections are accepted and stay silent forever. Off: later connections are served again. */
  swallow(on: boolean): void;
  /** On: no bytes pass in either direction, and nothing is closed; new connections are accepted. Off: everything continues. */
  blackHole(on: boolean): void;
  /** Delays every chunk in both directions by this many milliseconds. The order is kept. 0: no delay. */
  delayMs(delay: number): void;
  /**
   * Passes the next request and drops its answer. After a chunk to the server for which `isRequest` is true, the server's bytes on that
   * connection are dropped. At the first chunk for which `isAnswer` is true, the connection is reset and the promise resolves. By
   * default both are true for any chunk.
   */
  cutNextAnswer(isRequest?: BytesTest, isAnswer?: BytesTest): Promise<void>;
  stop(): Promise<void>;
};

export type BytesTest = (bytes: Buffer) => boolean;

type Link = { readonly client: Socket; readonly server: Socket; losing: Trap | undefined; last: Buffer };
type Trap = { readonly isRequest: BytesTest; readonly isAnswer: BytesTest; readonly sprung: () => void };

/** Starts a proxy for `port` on this machine. */
export const startFaultProxy = async ({ port }: { readonly port: number }): Promise<FaultProxy> => {
  const links = new Set<Link>();
  let delay = 0;
  let gate: ReturnType<typeof withResolvers<void>> | undefined;
  let trap: Trap | undefined;
  /** Set while connections are refused; called when one was. */
  let refused: (() => void) | undefined;
  let isSwallowing = false;
  const swallowed = new Set<Socket>();

  const cut = (link: Link): void => {
    links.delete(link);
    link.client.resetAndDestroy();
    link.server.resetAndDestroy();
  };

  const held = async (): Promise<void> => {
    if (delay > 0) await after(delay);
    while (gate !== undefined) await gate.promise;
  };

  /** Whether the chunk may pass. */
  const inspect = (link: Link, fromClient: boolean, chunk: Buffer): boolean => {
    if (fromClient) {
      link.last = chunk;
      if (trap?.isRequest(chunk)) {
        link.losing = trap;
        trap = undefined;
      }
      return true;
    }
    if (link.losing === undefined) return true;
    if (link.losing.isAnswer(chunk)) {
      link.losing.sprung();
      cut(link);
    }
    return false;
  };

  const pump = async (link: Link, from: Socket, to: Socket): Promise<void> => {
    try {
      for await (const chunk of from) {
        await held();
        if (!links.has(link)) return;
        if (inspect(link, from === link.client, chunk) && !to.write(chunk)) await once(to, 'drain');
      }
      await held();
      to.end();
    } catch {
      // When one side closes, the other is closed, too.
      cut(link);
    }
  };

  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (refused !== undefined) {
      client.resetAndDestroy();
      refused();
      return;
    }
    if (isSwallowing) {
      swallowed.add(client);
      client.on('error', () => swallowed.delete(client));
      client.on('close', () => swallowed.delete(client));
      client.resume();
      return;
    }
    const server = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const link: Link = { client, server, losing: undefined, last: Buffer.alloc(0) };
    links.add(link);
    for (const socket of [client, server]) {
      socket.on('error', () => cut(link));
      socket.on('close', () => cut(link));
    }
    void pump(link, client, server);
    void pump(link, server, client);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');

  const openGate = (): void => {
    const closed = gate;
    gate = undefined;
    closed?.resolve();
  };

  return {
    port: (listener.address() as AddressInfo).port,
    connections: () => links.size,
    cutAll(isLast = () => true) {
      for (const link of [...links]) if (isLast(link.last)) cut(link);
    },
    refuse: () =>
      new Promise((done) => {
        refused = done;
      }),
    take() {
      refused = undefined;
    },
    swallow(on) {
      isSwallowing = on;
    },
    blackHole(on) {
      if (on) gate ??= withResolvers();
      else openGate();
    },
    delayMs(milliseconds) {
      delay = milliseconds;
    },
    cutNextAnswer: (isRequest = () => true, isAnswer = () => true) =>
      new Promise((sprung) => {
        trap = { isRequest, isAnswer, sprung };
      }),
    async stop() {
      openGate();
      for (const link of [...links]) cut(link);
      for (const client of swallowed) client.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
};
