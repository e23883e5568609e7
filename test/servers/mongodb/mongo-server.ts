/**
 * A MongoDB server for tests: a replica set of one node, in memory, with OP_MSG. It supports the commands of the adapter and behaves like
 * the real server for them: transactions on snapshots with write conflicts, retryable writes, snapshot reads, change streams, partial and
 * multikey indexes. It refuses everything else.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Document } from 'mongodb';
import { arrangers } from './arranging.ts';
import { openCursors } from './cursors.ts';
import { Failure } from './failure.ts';
import { onceFree } from './once-free.ts';
import { readers } from './reading.ts';
import { openSessions, type SessionsOptions } from './sessions.ts';
import { Storage } from './storage.ts';
import type { Transaction } from './transaction.ts';
import { answerTo, messagesIn, type Request } from './wire.ts';
import { writers } from './writing.ts';

export type MongoServerOptions = SessionsOptions & {
  /** 9: MongoDB 4.4, which reads snapshots in transactions alone; 13: 5.0; 21: 7.0. */
  readonly wireVersion?: number;
  readonly replicaSet?: boolean;
};

/** Called before each command is executed, which waits for it. If it returns a document, that is the answer instead. */
export type Interception = (command: Document) => Document | undefined | Promise<Document | undefined>;

export type MongoServer = {
  readonly port: number;
  readonly url: string;
  readonly storage: Storage;
  /** The names of the received commands, in order. */
  readonly commands: string[];
  intercept: Interception | undefined;
  /** Change streams continue to answer, but never with changes. */
  silent: boolean;
  /** Resets all connections and accepts none. Data is kept, transactions are aborted. */
  stop(): Promise<void>;
  /** Listens on the same port again. Does nothing if it is running. */
  start(): Promise<void>;
};

export const startMongoServer = async (options: MongoServerOptions = {}): Promise<MongoServer> => {
  const { wireVersion = 21, replicaSet = true } = options;
  const storage = new Storage();
  const cursors = openCursors();
  const sessions = openSessions(storage, options);
  const sockets = new Set<Socket>();
  let port = 0;

  const hello = (): Document => {
    const address = `127.0.0.1:${port}`;
    const set = { setName: 'rs0', setVersion: 1, hosts: [address], primary: address, me: address };
    return {
      ...(replicaSet ? set : {}),
      isWritablePrimary: true,
      ismaster: true,
      helloOk: true,
      maxBsonObjectSize: 16_777_216,
      maxMessageSizeBytes: 48_000_000,
      maxWriteBatchSize: 100_000,
      localTime: new Date(),
      logicalSessionTimeoutMinutes: 30,
      minWireVersion: 0,
      maxWireVersion: wireVersion,
      readOnly: false,
      ok: 1,
    };
  };

  const reader = { storage, cursors, wireVersion, isSilent: () => server.silent };

  const done = async (command: Document, transaction: Transaction | undefined): Promise<Document> => {
    const name = Object.keys(command)[0] ?? '';
    const read = readers[name];
    if (read) return read(reader, command, transaction);
    const write = writers[name];
    if (write) return write(storage, command, transaction);
    const arrange = arrangers[name];
    if (arrange) return arrange(storage, command, cursors);
    switch (name) {
      case 'hello':
      case 'ismaster':
        return hello();
      case 'getMore':
        return cursors.more(command);
      case 'killCursors':
        return cursors.kill(command.cursors);
      case 'endSessions':
      case 'killSessions':
        sessions.ended(command[name]);
        return { ok: 1 };
      default:
        throw new Failure(59, 'CommandNotFound', `no such command: '${name}'`);
    }
  };

  const answer = async ({ command }: Request): Promise<Document> => {
    server.commands.push(Object.keys(command)[0] ?? '');
    try {
      return (
        (await server.intercept?.(command)) ??
        (await sessions.run(command, (transaction) => done(command, transaction)))
      );
    } catch (error) {
      if (error instanceof Failure) return error.answer;
      return new Failure(8, 'UnknownError', error instanceof Error ? String(error.stack) : String(error)).answer;
    }
  };

  const serve = (socket: Socket): void => {
    sockets.add(socket);
    let rest: Buffer = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      const arrived = messagesIn(rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes);
      rest = arrived.rest;
      for (const request of arrived.requests) {
        void answer(request).then((document) => {
          if (!request.silent && !socket.destroyed) socket.write(answerTo(request, document));
        });
      }
    });
  };

  let listener: Server | undefined;
  const server: MongoServer = {
    get port() {
      return port;
    },
    get url() {
      return `mongodb://127.0.0.1:${port}/`;
    },
    storage,
    commands: [],
    intercept: undefined,
    silent: false,
    async start() {
      if (listener) return;
      const fresh = createServer(serve);
      listener = fresh;
      await onceFree(async () => {
        fresh.listen(port, '127.0.0.1');
        await once(fresh, 'listening');
      });
      port = (fresh.address() as AddressInfo).port;
    },
    async stop() {
      const closing = listener;
      listener = undefined;
      sessions.abortAll();
      for (const socket of sockets) socket.resetAndDestroy();
      if (!closing) return;
      closing.close();
      await once(closing, 'close');
    },
  };
  await server.start();
  return server;
};
