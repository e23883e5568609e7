/**
 * Serves one organization at one moment over HTTP, for `verbatim replay --serve`. A caller with its key can ask as any user of that moment.
 * There is no command, no event queue and no other organization.
 */
import { createServer, type Server } from 'node:http';
import Koa from 'koa';
import type { Answer } from '../../define/endpoint.ts';
import { Lines, RawAnswer } from '../../define/endpoint.ts';
import { newEventId } from '../../engine/decide/stamp.ts';
import type { Logger } from '../../engine/logger.ts';
import { sameKey } from '../../engine/secrets.ts';
import type { EventId, RealmId, UserId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import type { AnyEndpoint } from '../define-endpoint.ts';
import { readBody } from '../request/body.ts';
import { clientName } from '../request/client-name.ts';
import { methodInBody } from '../request/method-override.ts';
import { invalid } from '../request/parameter-errors.ts';
import {
  type Context,
  identify,
  type Middleware,
  type RequestState,
  type RouterPart,
} from '../request/request-context.ts';
import { sentParameters } from '../request/sent-parameters.ts';
import { bodyWithBreaks } from '../response/body.ts';
import { errorsToAnswers } from '../response/errors.ts';
import { failureLog } from '../response/failures.ts';
import { HeldBytes } from '../response/held-bytes.ts';
import { logKoaErrors } from '../response/koa-errors.ts';
import { respondLines } from '../response/lines.ts';
import { goneSignal, Pipelined } from '../response/pipelining.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import { respond, respondRaw } from '../response/respond.ts';
import { WriteBackpressure } from '../response/write-backpressure.ts';
import { routing } from '../routing.ts';
import { asOfHeader, asUserHeader, userIdIn } from './look.ts';
import { PastNotReady } from './pasts.ts';
import { isViewable, type Viewing } from './viewed.ts';

/** The organization at the shown moment. */
export type Shown = {
  readonly realmId: RealmId;
  /** The value of the answers' header `Verbatim-As-Of`. */
  readonly asOf: string;
  /** `gone`: aborted when the client has left. */
  readonly answer: (viewing: Viewing, gone: AbortSignal) => Promise<Answer | RawAnswer | Lines>;
};

type PastAppParts = {
  readonly endpoints: readonly AnyEndpoint[];
  /** The password that every caller must send. */
  readonly key: string;
  /** Undefined while the moment is still being reconstructed. */
  readonly shown: () => Shown | undefined;
  readonly logger: Logger;
};

const readOnly: Problem = {
  status: 405,
  code: 'READ_ONLY_PAST',
  msg: 'This server shows the past: only POST /register and GET are answered, without files, event queues and the state of the service',
  headers: { Allow: 'GET, HEAD' },
};
const unauthorized: Problem = {
  status: 401,
  msg: 'The password is the key that `verbatim replay --serve` has printed, the name the id of a user',
  headers: { 'WWW-Authenticate': 'Basic realm="verbatim past"' },
};
const oneMoment = invalid(`${asOfHeader}: this server shows one moment, which its answers name`);

/** A client that reads nothing for this many milliseconds is disconnected. */
const stalledMs = 30_000;

export function pastServer(parts: PastAppParts): Server {
  const handle = pastApp(parts).callback();
  const pipelined = new Pipelined();
  const server = createServer((request, response) => {
    if (pipelined.begins(response)) void handle(request, response);
  });
  return server.on('connection', (socket) => pipelined.opened(socket));
}

function pastApp({ endpoints, key, shown, logger }: PastAppParts): Koa<RequestState, RouterPart> {
  const app = new Koa<RequestState, RouterPart>();
  const route = routing(endpoints);
  const logFailure = failureLog(logger);
  const tools = { logFailure, backpressure: new WriteBackpressure(limits.unreadBytesMax, stalledMs) };
  const admit: Middleware = (context, next) => {
    context.state.userId = callerOf(context, key);
    if (asOfHeader.toLowerCase() in context.req.headers) throw new ProblemError(oneMoment);
    if (!shown()) throw new PastNotReady('the moment is still being reconstructed');
    return next();
  };
  const noFiles = (): never => {
    throw new ProblemError(readOnly);
  };
  app.use(identify([]));
  app.use(errorsToAnswers(logFailure));
  app.use(admit);
  app.use(route);
  const bodies = new HeldBytes(limits.bodyBytesHeldMax);
  const holdBytes = ({ res }: Context, bytes: number): void => bodies.hold(res, '', bytes);
  app.use(readBody({ bodyBytesMax: limits.anonymousBodyBytesMax }, { readFileForm: noFiles, holdBytes }));
  app.use(methodInBody(route));
  app.use(async (context) => {
    const { endpoint } = context.state;
    const past = shown();
    if (!endpoint || !past) throw new Error('a request has no endpoint');
    if (!isViewable(endpoint)) throw new ProblemError(readOnly);
    context.set(asOfHeader, past.asOf);
    const answer = await past.answer(viewingOf(context, endpoint, past.realmId), goneSignal(context.res));
    if (answer instanceof Lines) respondLines(context, answer, tools);
    else if (answer instanceof RawAnswer) respondRaw(context, answer, endpoint.raw?.type);
    else respond(context, 200, await bodyWithBreaks(answer));
  });
  app.on('error', logKoaErrors(logger));
  return app;
}

function viewingOf(context: Context, endpoint: AnyEndpoint, realmId: RealmId): Viewing {
  const { state, req } = context;
  const userId = state.userId as UserId;
  const sent = sentParameters(endpoint, context);
  return {
    endpoint: endpoint.id,
    realmId,
    userId,
    sent: { ...sent },
    client: clientName(sent.client, req.headers['user-agent']),
    requestId: state.requestId,
    origin: `http://${req.headers.host ?? 'localhost'}`,
    accept: req.headers.accept,
    access: { eventId: newEventId() as EventId, position: 0 },
  };
}

/** The user as whom the request is answered: the one in the header, or else the user name of HTTP Basic. Throws a 401 without the key. */
function callerOf({ req }: Context, key: string): UserId {
  const encoded = /^Basic ([A-Za-z0-9+/=_-]+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '';
  const [, name = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  if (!sameKey(password, key)) throw new ProblemError(unauthorized);
  const header = req.headers[asUserHeader.toLowerCase()];
  const user = userIdIn(header === undefined ? name : String(header));
  if (user === undefined)
    throw new ProblemError(
      invalid(header === undefined ? 'The name must be the id of a user' : `${asUserHeader} is not a user id`),
    );
  return user;
}
