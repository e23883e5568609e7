/**
 * The koa application. Every request passes the middleware in this order. Each step either calls the next one or throws the error to
 * answer.
 */
import Koa from 'koa';
import type { Logger } from '../engine/logger.ts';
import { callEndpoint } from './call.ts';
import type { AnyEndpoint } from './define-endpoint.ts';
import type { Sending } from './files/send-file.ts';
import { redirectToAvatars, serveFiles, serveImages } from './files/serve-files.ts';
import { boundedTransfers } from './files/transfers.ts';
import { observe } from './operations/observe.ts';
import { operationsOf, type Watch } from './operations/operations.ts';
import type { Page } from './page/page.ts';
import { servePage } from './page/serve-page.ts';
import { authenticated } from './request/authenticate.ts';
import { readBody } from './request/body.ts';
import { clientAddress } from './request/client-address.ts';
import { mergeSlashes } from './request/merge-slashes.ts';
import { methodInBody } from './request/method-override.ts';
import { organizationByHost } from './request/organization.ts';
import { payerOfRequest } from './request/payer-of-request.ts';
import { limitRate, RateLimit } from './request/rate-limit.ts';
import { identify, type Middleware, type RequestState, type RouterPart } from './request/request-context.ts';
import { fileForms, type HoldBytes } from './request/uploads.ts';
import { wrongKeysFrom } from './request/wrong-keys.ts';
import { errorsToAnswers } from './response/errors.ts';
import { failureLog } from './response/failures.ts';
import { HeldBytes } from './response/held-bytes.ts';
import { logKoaErrors } from './response/koa-errors.ts';
import type { WriteBackpressure } from './response/write-backpressure.ts';
import { routing } from './routing.ts';
import type { Services } from './services.ts';

type AppOptions = {
  readonly endpoints: readonly AnyEndpoint[];
  readonly services: Services;
  readonly logger: Logger;
  readonly watch: Watch | undefined;
  readonly backpressure: WriteBackpressure;
  /** The most files that are sent and received at a time. */
  readonly transfersMax: number;
  /** The most bytes of bodies in memory. */
  readonly bodiesMax: number;
  /** The web page; absent: none is served. */
  readonly page?: Page | undefined;
};

export function appOf({
  endpoints,
  services,
  logger,
  watch,
  backpressure,
  transfersMax,
  bodiesMax,
  page,
}: AppOptions): Koa<RequestState, RouterPart> {
  const { config } = services;
  const app = new Koa<RequestState, RouterPart>();
  watch?.metrics.costs.reportTo((users) => logger.info({ users }, 'the users who cost most in the last minute'));
  const logFailure = failureLog(logger);
  const route = routing(endpoints, watch && operationsOf(watch, config));
  const addressOf = clientAddress(config.trustedProxies);
  const wrongKeys = wrongKeysFrom({ addressOf });
  const callers = { addressOf, payerOfRequest: payerOfRequest(services.state, addressOf) };
  const transfers = boundedTransfers(callers.payerOfRequest, transfersMax);
  const sending: Sending = { transfers, limitTime: (response) => backpressure.limitTime(response) };
  const authenticate = authenticated(services, wrongKeys, addressOf);
  const rateLimit = new RateLimit(config.requestsPerMinuteMax);
  const limit = limitRate(services, rateLimit);
  const bodies = new HeldBytes(bodiesMax);
  const holdBytes: HoldBytes = (context, bytes) => bodies.hold(context.res, callers.payerOfRequest(context), bytes);
  const authenticateAndLimit: Middleware = (context, next) => authenticate(context, () => limit(context, next));
  const admit: Middleware = (context, next) => route(context, () => authenticateAndLimit(context, next));

  app.use(identify(config.trustedProxies));
  app.use(observe(watch?.metrics, config.logLevel === 'debug' ? logger : undefined));
  app.use(errorsToAnswers(logFailure));
  app.use(organizationByHost(services));
  app.use(mergeSlashes);
  app.use(servePage(page));
  app.use(serveFiles(services, authenticateAndLimit, sending));
  app.use(serveImages(services, sending));
  app.use(redirectToAvatars(services, authenticateAndLimit));
  app.use(route);
  app.use(authenticate);
  app.use(limit);
  app.use(
    readBody(config, { readFileForm: fileForms(services, rateLimit, transfers, holdBytes), holdBytes, authenticate }),
  );
  app.use(methodInBody(admit));
  app.use(callEndpoint(services, { logFailure, backpressure, ...sending }, { rateLimit, wrongKeys }, callers));

  app.on('error', logKoaErrors(logger));
  return app;
}
