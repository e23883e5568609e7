/** The last step: calls the endpoint's handler with the parameters, and sends its answer. */
import { type Call, FileAnswer, Lines, LongPoll, RawAnswer } from '../define/endpoint.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import type { AnyEndpoint } from './define-endpoint.ts';
import { type Sending, sendFile } from './files/send-file.ts';
import { asOfHeader, assertLookable, isLook, isLookBack, look } from './past/look.ts';
import type { AddressOf } from './request/client-address.ts';
import { clientName } from './request/client-name.ts';
import { originOf } from './request/origin.ts';
import { readParameters } from './request/parameter-errors.ts';
import type { PayerOf } from './request/payer-of-request.ts';
import { admitPrivileged } from './request/privileged.ts';
import { countedAs, payerOf, type RateLimit } from './request/rate-limit.ts';
import { type RefusedSince, refusedSince } from './request/refused-since.ts';
import type { Context, Middleware } from './request/request-context.ts';
import { sentParameters } from './request/sent-parameters.ts';
import type { Sent } from './request/strict.ts';
import type { WrongKeys } from './request/wrong-keys.ts';
import { bodyWithBreaks } from './response/body.ts';
import { compress, isLarge } from './response/compress.ts';
import { isFixed, respondFixed } from './response/fixed-answer.ts';
import { respondLines } from './response/lines.ts';
import { LongAnswers } from './response/long-answers.ts';
import { beginLongPoll, type PollTools } from './response/long-poll.ts';
import { goneSignal } from './response/pipelining.ts';
import { ProblemError } from './response/problem.ts';
import { respond, respondRaw, respondTagged } from './response/respond.ts';
import { SearchLimit } from './response/search-limit.ts';
import type { Services } from './services.ts';

type AnyCall = Call<Record<string, unknown>>;
type Guards = { readonly rateLimit: RateLimit; readonly wrongKeys: WrongKeys };
type Callers = { readonly addressOf: AddressOf; readonly payerOfRequest: PayerOf };

/** Placeholders for a call without an organization (the root host) or without a user (an endpoint for anyone). Real ids are never 0. */
const noRealm = 0 as RealmId;
const noUser = 0 as UserId;

export const callEndpoint = (
  services: Services,
  tools: PollTools & Sending,
  guards: Guards,
  { addressOf, payerOfRequest }: Callers,
): Middleware => {
  const longAnswers = new LongAnswers();
  const searches = new SearchLimit();
  return async (context) => {
    const { endpoint } = context.state;
    if (!endpoint) throw new Error('a request has no endpoint');
    assertLookable(context, endpoint);
    const sent = sentParameters(endpoint, context);
    const read = readParameters(endpoint.parameters, sent, endpoint.aliases);
    if (!read.ok) throw new ProblemError(read.problem);
    // If an endpoint declares a parameter `client`, that parameter does not mean the client software.
    const named = 'client' in endpoint.parameters.shape ? undefined : sent.client;
    const client = clientName(named, context.req.headers['user-agent']);
    const refused = refusedSince(services.state, context.state.realmId, context.state.userId);
    const call = callOf(context, read.values, client, services, guards, addressOf, refused);
    const answered = (): Promise<void> => answerTo(context, endpoint, call, sent, refused);
    const payer = payerOfRequest(context);
    context.res.payer = payer;
    const realm = services.state.realms.get(call.realmId);
    if (isLookBack(context) || !realm) await answered();
    else if (endpoint.searches) await searches.run(context, payer, answered);
    else if (!endpoint.listsMany?.(read.values)) await answered();
    else await longAnswers.inTurn(context, realm, payer, answered);
  };

  async function answerTo(
    context: Context,
    endpoint: AnyEndpoint,
    call: AnyCall,
    sent: Sent,
    refused: RefusedSince,
  ): Promise<void> {
    const answer = isLook(context)
      ? await answerLook(context, endpoint, call, sent, services)
      : await handled(endpoint, call, sent, services);
    if (answer instanceof LongPoll) await beginLongPoll(context, answer, refused, tools);
    else if (answer instanceof RawAnswer) respondRaw(context, answer, endpoint.raw?.type);
    else if (answer instanceof FileAnswer) await sendFile(context, tools, answer.open, answer.file);
    else if (answer instanceof Lines) respondLines(context, answer, tools);
    else if (isFixed(answer)) await respondFixed(context, answer);
    else {
      const body = await bodyWithBreaks(answer);
      call.charge(Math.floor(body.length / limits.answerBytesPerRequest));
      if (endpoint.tagged) await respondTagged(context, body);
      else respond(context, isAccepted(endpoint, call) ? 202 : 200, body);
      if (isLarge(context) && !endpoint.holdsKeys?.(answer)) await compress(context);
    }
  }
};

const isAccepted = ({ runsInBackground = () => false }: AnyEndpoint, { parameters }: AnyCall): boolean =>
  runsInBackground === true || runsInBackground(parameters);

async function handled(endpoint: AnyEndpoint, call: AnyCall, sent: Sent, services: Services) {
  const admitted = endpoint.privileged && (await admitPrivileged(call, services, endpoint, sent));
  return endpoint.handle(admitted ? { ...call, admitted } : call, services);
}

async function answerLook(context: Context, endpoint: AnyEndpoint, call: AnyCall, sent: Sent, services: Services) {
  const { answer, asOf } = await look(endpoint, { call, sent, headers: context.req.headers }, services);
  if (asOf !== undefined) context.set(asOfHeader, asOf);
  return answer;
}

function callOf(
  context: Context,
  parameters: Record<string, unknown>,
  client: string,
  { config, state: server, now }: Services,
  { rateLimit, wrongKeys }: Guards,
  addressOf: AddressOf,
  refused: RefusedSince,
): Call<Record<string, unknown>> {
  const { state, req } = context;
  const { realmId, userId, requestId, payload, files } = state;
  return {
    realmId: realmId ?? noRealm,
    userId: userId ?? noUser,
    parameters,
    isStillKnown: () => refused() === undefined,
    check() {
      const refusal = refused();
      if (refusal) throw refusal;
    },
    client,
    requestId,
    address: () => addressOf(req),
    origin: () => originOf(context, config, server),
    charge: (requests) => {
      if (realmId !== undefined && userId !== undefined)
        rateLimit.charge(realmId, payerOf(server, realmId, userId), requests, now(), countedAs(context));
    },
    gone: () => goneSignal(context.res),
    wrongCredentials: { admit: () => wrongKeys.admit(req), count: (times) => wrongKeys.count(req, times) },
    rootHost: realmId === undefined,
    ...(payload && { json: payload.ok ? payload : { ok: false } }),
    ...(files && { files }),
    headers: req.headers as Call<unknown>['headers'],
  };
}
