/**
 * Runs an endpoint for an auditor as a given user, in the present or the past. It is the same handler, without secrets and without effects.
 */
import type { Answer, Call, Lines, RawAnswer } from '../../define/endpoint.ts';
import { FileAnswer, LongPoll } from '../../define/endpoint.ts';
import type { EventId, RealmId, UserId } from '../../vocabulary/ids.ts';
import type { AnyEndpoint } from '../define-endpoint.ts';
import { readParameters } from '../request/parameter-errors.ts';
import { ProblemError } from '../response/problem.ts';
import type { Services } from '../services.ts';

/** One request, in a form that can be sent to another process. */
export type Viewing = {
  readonly endpoint: string;
  readonly realmId: RealmId;
  /** The user as whom the request is answered. */
  readonly userId: UserId;
  readonly sent: Readonly<Record<string, string>>;
  readonly client: string;
  readonly requestId: string;
  readonly origin: string;
  readonly accept: string | undefined;
  /** The event that records this request. */
  readonly access: { readonly eventId: EventId; readonly position: number };
};

/** Whether the endpoint accepts `Verbatim-As-Of` or `Verbatim-As-User`. */
export const isViewable = (endpoint: AnyEndpoint): boolean =>
  (endpoint.method === 'GET' && !endpoint.changesState && !endpoint.presentOnly) || endpoint.id === 'register';

/** `services`: the services that answer, with `forAuditor`. */
export async function viewed(
  endpoint: AnyEndpoint,
  viewing: Viewing,
  services: Services,
  { charge, gone }: Pick<Call<unknown>, 'charge' | 'gone'>,
): Promise<Answer | RawAnswer | Lines> {
  const read = readParameters(endpoint.parameters, viewing.sent, endpoint.aliases);
  if (!read.ok) throw new ProblemError(read.problem);
  const { realmId, userId, client, requestId, origin, accept, access } = viewing;
  const call: Call<Record<string, unknown>> = {
    realmId,
    userId,
    parameters: read.values,
    // Only the live service knows whether the caller is still an auditor. There `whileAuditor` cuts the answer off.
    isStillKnown: () => true,
    check: () => undefined,
    client,
    requestId,
    address: () => '',
    origin: () => origin,
    charge,
    gone,
    wrongCredentials: { admit: () => undefined, count: () => undefined },
    rootHost: false,
    headers: accept === undefined ? {} : { accept },
    ...(endpoint.privileged && { admitted: { content: contentOf(endpoint, read.values), ...access } }),
  };
  const answer = await endpoint.handle(call as never, services);
  if (answer instanceof LongPoll || answer instanceof FileAnswer)
    throw new Error(`${endpoint.id} has no answer for an auditor`);
  return answer;
}

/** `privileged` decides as for an auditor who gave a reason, because every such request is recorded with one. */
const contentOf = ({ privileged }: AnyEndpoint, parameters: Record<string, unknown>): boolean =>
  privileged?.(parameters as never, { isAuditor: true, reason: '' }).content ?? false;
