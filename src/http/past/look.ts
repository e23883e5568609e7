/**
 * Answers a GET for an auditor. With `Verbatim-As-Of: T` it answers as the organization was at T; with `Verbatim-As-User: ID`, as that user
 * sees it. Both headers require `Audit-Reason`, and each request with them is recorded before anything is read.
 */
import { type Answer, type Call, Lines, type RawAnswer } from '../../define/endpoint.ts';
import type { PastMoment } from '../../queries/past-moment.ts';
import { UserId } from '../../vocabulary/ids.ts';
import { type Moment, momentForms, momentOf } from '../../vocabulary/moment.ts';
import type { AnyEndpoint } from '../define-endpoint.ts';
import { invalid } from '../request/parameter-errors.ts';
import { declaredOf, recordedAccess } from '../request/privileged.ts';
import type { Context } from '../request/request-context.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import type { Services } from '../services.ts';
import { namedMoment, noMoment } from './named-moment.ts';
import { isViewable, type Viewing, viewed } from './viewed.ts';
import { whileAuditor } from './while-auditor.ts';

export const asOfHeader = 'Verbatim-As-Of';
export const asUserHeader = 'Verbatim-As-User';

const [asOf, asUser] = [asOfHeader.toLowerCase(), asUserHeader.toLowerCase()];

export const isLook = ({ req }: Pick<Context, 'req'>): boolean => asOf in req.headers || asUser in req.headers;

/** Whether the request asks for an earlier moment, so that a replica of the past makes the answer. */
export const isLookBack = ({ req }: Pick<Context, 'req'>): boolean => asOf in req.headers;

export const readOnlyPast: Problem = {
  status: 405,
  code: 'READ_ONLY_PAST',
  msg: `With ${asOfHeader} or ${asUserHeader} only POST /register and GET are answered, without files, event queues and the state of the service`,
  headers: { Allow: 'GET, HEAD' },
};

/** Throws a `ProblemError` (405) if the request has one of these headers and the endpoint changes something. */
export function assertLookable(context: Context, endpoint: AnyEndpoint): void {
  if (isLook(context) && !isViewable(endpoint)) throw new ProblemError(readOnlyPast);
}

const noUser: Problem = { status: 404, msg: `${asUserHeader}: no such user` };

const notAMoment = invalid(`${asOfHeader} is not a moment: give ${momentForms}`);
const notAUser = invalid(`${asUserHeader} is not a user id`);

/** The problems that the description of the API lists. */
export const ofLooks: readonly Problem[] = [noMoment(asOfHeader, 'future'), notAMoment, notAUser, noUser];

type Asked = {
  readonly call: Call<unknown>;
  readonly sent: Readonly<Record<string, string>>;
  readonly headers: Context['req']['headers'];
};

/** The answer, and the value of its header `Verbatim-As-Of`. */
export type Looked = { readonly answer: Answer | RawAnswer | Lines; readonly asOf: string | undefined };

/** Throws a `ProblemError`: 403 if the caller is not allowed to look, 400 for an invalid header, 404 for an unknown user. */
export async function look(endpoint: AnyEndpoint, { call, sent, headers }: Asked, services: Services): Promise<Looked> {
  const { realmId } = call;
  const moment = momentIn(headers[asOf]);
  const named = userIn(headers[asUser]);
  const access = await recordedAccess(call, services, {
    privilege: { by: 'auditors', reason: 'required', content: true },
    operation: `${endpoint.method} ${endpoint.path}`,
    parameters: {
      ...declaredOf(endpoint, sent),
      ...(moment && { [asOfHeader]: String(headers[asOf]) }),
      ...(named !== undefined && { [asUserHeader]: String(named) }),
    },
  });
  if (named !== undefined && !services.realm(realmId).directory.accounts.has(named)) throw new ProblemError(noUser);
  const viewing: Viewing = {
    endpoint: endpoint.id,
    realmId,
    userId: named ?? call.userId,
    sent: { ...sent },
    client: call.client,
    requestId: call.requestId,
    origin: call.origin(),
    accept: call.headers.accept,
    access,
  };
  const guarded = (answer: Looked['answer']) =>
    answer instanceof Lines ? whileAuditor(answer, call, services) : answer;
  if (!moment) {
    const answer = await viewed(endpoint, viewing, { ...services, forAuditor: true }, call);
    return { answer: guarded(answer), asOf: undefined };
  }
  const found = await namedMoment(services, realmId, asOfHeader, moment);
  const { charge } = call;
  const { answer, charged } = await services.pasts.ask({ realmId, moment: found, viewing, charge, gone: call.gone() });
  if (charged > 0) call.charge(charged);
  return { answer: guarded(answer), asOf: resolved(found) };
}

/** The value of the answer's header `Verbatim-As-Of`. Its first part, the event id, is a valid value of the request header. */
export const resolved = ({ eventId, position, at }: Pick<PastMoment, 'eventId' | 'position' | 'at'>): string =>
  `${eventId}; position=${position}; at=${new Date(at).toISOString()}`;

function momentIn(header: string | string[] | undefined): Moment | undefined {
  if (header === undefined) return undefined;
  const moment = momentOf(String(header).trim());
  if (!moment) throw new ProblemError(notAMoment);
  return moment;
}

function userIn(header: string | string[] | undefined): UserId | undefined {
  if (header === undefined) return undefined;
  const user = userIdIn(String(header).trim());
  if (user === undefined) throw new ProblemError(notAUser);
  return user;
}

/** Undefined if the text is not a user id. */
export const userIdIn = (text: string): UserId | undefined =>
  /^\d{1,15}$/.test(text) ? UserId.safeParse(Number(text)).data : undefined;
