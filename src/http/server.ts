/** The HTTP server: time limits, answers to malformed HTTP, and a shutdown that loses no answer. */
import { createServer, type IncomingMessage, STATUS_CODES } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { type Logger, onceAMinute } from '../engine/logger.ts';
import { limits } from '../vocabulary/limits.ts';
import { appOf } from './app.ts';
import { boundedConnections } from './connections.ts';
import type { AnyEndpoint } from './define-endpoint.ts';
import { connectionsMax, transfersMax } from './descriptors.ts';
import { withDescription } from './openapi/openapi.ts';
import type { Watch } from './operations/operations.ts';
import type { Page } from './page/page.ts';
import { boundedHeaders } from './partial-headers.ts';
import { Pipelined } from './response/pipelining.ts';
import { problemBody } from './response/problem.ts';
import { PaidResponse, WriteBackpressure } from './response/write-backpressure.ts';
import type { Services } from './services.ts';

export type Http = {
  readonly port: number;
  /** Accepts no more requests, and answers those in flight, polls with the events so far. Resolves when all connections are closed. */
  close(): Promise<void>;
};

/** Time limits in milliseconds. */
export type Timeouts = {
  /** For receiving a request's headers. */
  readonly headers: number;
  /** For receiving a whole request. The wait of a poll is not counted. */
  readonly request: number;
  /** The interval at which these two limits, and the limit on the bytes of headers, are checked. */
  readonly checking: number;
  /** For an idle connection. It is longer than the pauses of clients between polls, so that they can reuse their connection. */
  readonly idle: number;
  /** For a client that has stopped reading its answer. */
  readonly stalled: number;
  /** For a client to read its last answer, if it does not close the connection itself. */
  readonly linger: number;
  /** For clients to read their answers when the server shuts down. */
  readonly shutdown: number;
};

export const timeouts: Timeouts = {
  headers: 10_000,
  request: 60_000,
  checking: 1_000,
  idle: 65_000,
  stalled: 30_000,
  linger: 2_000,
  shutdown: 10_000,
};

export type HttpOptions = {
  readonly timeouts?: Timeouts | undefined;
  readonly watch?: Watch;
  /** The bound on the bytes of unread answers. */
  readonly unreadMax?: number;
  /** The bound on the bytes of bodies in memory. */
  readonly bodiesMax?: number | undefined;
  /** The bound on the bytes of incomplete request headers. */
  readonly headersMax?: number | undefined;
  /** The most open connections; absent: as many as the process can have. */
  readonly connections?: number | undefined;
  /** The most files that are sent and received at a time; absent: as many as the process can have. */
  readonly transfers?: number;
  /** The web page; absent: none is served. */
  readonly page?: Page | undefined;
};

export async function startHttp(
  endpoints: readonly AnyEndpoint[],
  services: Services,
  logger: Logger,
  {
    timeouts: ms = timeouts,
    watch,
    unreadMax = limits.unreadBytesMax,
    bodiesMax = limits.bodyBytesHeldMax,
    headersMax = limits.partialHeaderBytesMax,
    connections = connectionsMax(),
    transfers = transfersMax(),
    page,
  }: HttpOptions = {},
): Promise<Http> {
  const backpressure = new WriteBackpressure(unreadMax, ms.stalled);
  const all = withDescription(endpoints);
  const handle = appOf({
    endpoints: all,
    services,
    logger,
    watch,
    backpressure,
    transfersMax: transfers,
    bodiesMax,
    page,
  }).callback();
  const server = createServer({
    ServerResponse: PaidResponse,
    headersTimeout: ms.headers,
    requestTimeout: ms.request,
    connectionsCheckingInterval: ms.checking,
    keepAliveTimeout: ms.idle,
    maxHeaderSize: limits.headerBytesMax,
    // The application refuses a request without a Host, so that the answer has the same form as all others.
    requireHostHeader: false,
  });
  const pipelined = new Pipelined();
  const warn = onceAMinute();
  const dropped = 'clients are disconnected, because too many are connected';
  const ofProxies = services.config.trustedProxies.length > 0;
  const admit = boundedConnections(connections, ofProxies, () => warn(() => logger.warn({ connections }, dropped)));
  const slow = 'clients are disconnected, because the headers of too many requests are incomplete';
  const partial = boundedHeaders(headersMax, () => warn(() => logger.warn({ bytes: headersMax }, slow)));
  const checking = setInterval(() => partial.check(), ms.checking).unref();
  server.on('connection', (socket: Socket) => {
    admit(socket);
    pipelined.opened(socket);
    partial.opened(socket);
  });
  server.on('request', (request, response) => {
    partial.arrived(request);
    if (!pipelined.begins(response)) return;
    if (!server.listening) response.setHeader('Connection', 'close');
    void handle(request, response).then(() => backpressure.written(response));
  });
  server.on('clientError', (error, socket) => answerBadHttp(error, socket as Socket, ms.linger));
  server.on('connect', (_: IncomingMessage, socket: Socket) => endWith(socket, 405, ms.linger, 'Allow: \r\n'));
  server.on('checkExpectation', (_, response) => {
    const body = problemBody({ status: 417, msg: 'Expectation Failed' });
    const length = Buffer.byteLength(body);
    response.writeHead(417, { 'Content-Type': 'application/json', 'Content-Length': length, Connection: 'close' });
    response.end(body);
  });
  const port = await listen(server, services.config.host, services.config.port);
  return {
    port,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const response of pipelined.unanswered) if (!response.headersSent) response.setHeader('Connection', 'close');
      services.queues.close();
      services.news.close();
      server.closeIdleConnections();
      const giveUp = setTimeout(() => server.closeAllConnections(), ms.shutdown);
      await closed;
      clearTimeout(giveUp);
      clearInterval(checking);
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

const statusOf: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers data that are not a valid HTTP request, in the form of all errors. */
function answerBadHttp(error: NodeJS.ErrnoException, socket: Socket, lingerMs: number): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  endWith(socket, statusOf[error.code ?? ''] ?? 400, lingerMs);
}

/**
 * Ends the server's side with a last answer. A client that does not end its side is disconnected, because it would keep the connection
 * open.
 */
function endWith(socket: Socket, status: number, lingerMs: number, headers = ''): void {
  // Node has removed its own error listener from a connection on which the client asked for a proxy. Without a listener, a reset would end
  // the process.
  socket.on('error', () => socket.destroy());
  const text = STATUS_CODES[status] ?? 'Bad Request';
  const body = problemBody({ status, msg: text, ...(status === 400 && { code: 'BAD_REQUEST' }) });
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\n${headers}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  const cut = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cut));
}
