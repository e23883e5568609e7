/** The HTTP server: its limits on time, what it says to what is no HTTP, and how it goes down without losing an answer. */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import Koa from 'koa';
import type { Logger } from '../engine/logger.ts';
import type { AnyEndpoint } from './define-endpoint.ts';
import { prefix } from './dispatch.ts';
import { edgeOf } from './edge.ts';
import { openapiEndpoint } from './openapi/openapi.ts';
import { type Watch, watching } from './operations/operations.ts';
import { closeWithConnection } from './response/pipelining.ts';
import { problemBody } from './response/problem.ts';
import { sendProblem } from './response/respond.ts';
import { responsesKept } from './response/response.ts';
import { Untaken } from './response/write-backpressure.ts';
import type { Services } from './services.ts';

export type Http = {
  readonly port: number;
  /** Takes no more requests, answers those in flight (polls with what there is), and resolves when all connections are closed. */
  close(): Promise<void>;
};

/** Milliseconds. */
export type Patience = {
  /** For a request's headers. */
  readonly headers: number;
  /** For a whole request to come in; a poll's wait is not counted. */
  readonly request: number;
  /** How often the two are looked at. */
  readonly checking: number;
  /** Longer than clients pause between polls, so that they find their connection again. */
  readonly idle: number;
  /** For an answer to be taken by a client that has stopped reading. */
  readonly taking: number;
  /** For its last answer to be taken by a client that does not hang up itself. */
  readonly lingering: number;
  /** For answers to be taken once the server goes down. */
  readonly closing: number;
};

export const patience: Patience = {
  headers: 10_000,
  request: 60_000,
  checking: 2_000,
  idle: 65_000,
  taking: 30_000,
  lingering: 2_000,
  closing: 10_000,
};

/** Bytes of answers that clients have not taken. */
const untakenBytesMax = 64 * 1024 * 1024;

/** Narrows and lists of ids travel in the query. */
const headerBytesMax = 64 * 1024;

export type HttpOptions = {
  readonly patience?: Patience | undefined;
  readonly watch?: Watch;
  readonly untakenMax?: number;
};

export async function startHttp(
  endpoints: readonly AnyEndpoint[],
  services: Services,
  logger: Logger,
  { patience: ms = patience, watch, untakenMax = untakenBytesMax }: HttpOptions = {},
): Promise<Http> {
  const untaken = new Untaken(untakenMax, ms.taking);
  const edge = edgeOf([...endpoints, openapiEndpoint(endpoints)], services, logger, {
    answered: watch?.metrics.answered,
    given: (response) => untaken.given(response),
  });
  const watcher = watch && watching(watch, services.config);
  const app = new Koa();
  app.on('error', (err: Error) => logger.error({ err }, 'a request failed outside its handler'));
  app.use((context) => {
    context.respond = false;
    return watcher?.(context.req, context.res) ?? edge(context.req, context.res);
  });
  const server = createServer({
    headersTimeout: ms.headers,
    requestTimeout: ms.request,
    connectionsCheckingInterval: ms.checking,
    keepAliveTimeout: ms.idle,
    maxHeaderSize: headerBytesMax,
    // The edge refuses it itself, in the form of every other answer.
    requireHostHeader: false,
    ServerResponse: responsesKept(Math.floor(ms.idle / 1000)),
  });
  const inFlight = new Set<ServerResponse>();
  const callback = app.callback();
  const land = function (this: ServerResponse): void {
    inFlight.delete(this);
    untaken.over(this);
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    inFlight.add(response);
    response.on('close', land);
    closeWithConnection(request, response);
    response.shouldKeepAlive &&= server.listening;
    if (isOfApi(request)) void edge(request, response);
    else void callback(request, response);
  });
  server.on('clientError', (error, socket) => answerBadHttp(error, socket as Socket, ms.lingering));
  server.on('connect', (_: IncomingMessage, socket: Socket) => endWith(socket, 405, ms.lingering, 'Allow: \r\n'));
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
    sendProblem(response, { status: 417, msg: 'Expectation Failed' });
  });
  const port = await listen(server, services.config.host, services.config.port);
  return {
    port,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const response of inFlight) if (!response.headersSent) response.shouldKeepAlive = false;
      services.queues.close();
      server.closeIdleConnections();
      const giveUp = setTimeout(() => server.closeAllConnections(), ms.closing);
      await closed;
      clearTimeout(giveUp);
    },
  };
}

/**
 * What is asked of the API goes past koa, which answers what stands beside it: what koa makes of a request would be kept for as long
 * as a poll waits, and is a twentieth of what a message costs.
 */
const isOfApi = ({ url }: IncomingMessage): boolean => url?.startsWith(`${prefix}/`) ?? false;

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

/** What never became a request is answered in the same form. */
function answerBadHttp(error: NodeJS.ErrnoException, socket: Socket, lingeringMs: number): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  endWith(socket, statusOf[error.code ?? ''] ?? 400, lingeringMs);
}

/** Ends our side with a last answer; whoever does not end theirs is cut off, or it would hold the connection for ever. */
function endWith(socket: Socket, status: number, lingeringMs: number, headers = ''): void {
  // Node has taken its own listener off a connection that asked for a proxy; a reset without one would end the process.
  socket.on('error', () => socket.destroy());
  const text = STATUS_CODES[status] ?? 'Bad Request';
  const body = problemBody({ status, msg: text });
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\n${headers}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  const cut = setTimeout(() => socket.destroy(), lingeringMs);
  socket.once('close', () => clearTimeout(cut));
}
