/**
 * The errors that an endpoint may answer, each with an example. They follow from its commands, its parameters, and its own declarations.
 */
import { recordAccess } from '../../../commands/audit/record-access.ts';
import type { ErrorExample } from '../../define/endpoint.ts';
import { type Refusal, type RefusalCode, refusals } from '../../vocabulary/refusals.ts';
import type { AnyEndpoint } from '../define-endpoint.ts';
import { ofLooks, readOnlyPast } from '../past/look.ts';
import { isViewable } from '../past/viewed.ts';
import {
  deactivated,
  fromAnotherSite,
  noHeader,
  notBasic,
  webhooksOnly,
  wrongKey,
  wrongKeyOfWebhook,
} from '../request/authenticate.ts';
import { tooLarge, unsupported } from '../request/body-errors.ts';
import { badValue, confusing, invalid, missing } from '../request/parameter-errors.ts';
import { exceeded } from '../request/rate-limit.ts';
import { problemOfRefusal, unavailable } from '../response/refusals.ts';

const refusalExample = (code: RefusalCode): ErrorExample => problemOfRefusal({ code, ...refusals[code] } as Refusal);

const ofAuthentication: readonly ErrorExample[] = [noHeader, wrongKey, deactivated, notBasic];
const ofWebhookKeys: readonly ErrorExample[] = [missing('api_key'), wrongKeyOfWebhook, deactivated];
const ofBodies: readonly ErrorExample[] = [tooLarge(1_048_576).problem, unsupported('Unsupported media type').problem];
const always: readonly ErrorExample[] = [
  invalid('The Host header is not valid'),
  { status: 500, msg: 'Internal server error' },
  unavailable,
];

export function errorExamples(endpoint: AnyEndpoint): readonly ErrorExample[] {
  const codes = new Set([
    ...(endpoint.commands ?? []).flatMap(({ refusals }) => refusals),
    ...(endpoint.commands ? (['too-large'] as const) : []),
    ...(endpoint.refusals ?? []),
    ...(endpoint.privileged || isViewable(endpoint) ? recordAccess.refusals : []),
  ]);
  return [
    ...[...codes].map(refusalExample),
    ...(endpoint.errors ?? []),
    ...(isViewable(endpoint) ? ofLooks : [readOnlyPast]),
    ...parameterErrors(endpoint),
    ...(endpoint.access === 'user' ? ofAuthentication : []),
    ...(endpoint.access === 'user' && !endpoint.incomingWebhookBots ? [webhooksOnly] : []),
    ...(endpoint.access === 'key' ? ofWebhookKeys : []),
    ...(endpoint.access === 'anyone' ? [] : [exceeded(12.5)]),
    ...(endpoint.access === 'user' && endpoint.method !== 'GET' ? [fromAnotherSite] : []),
    ...(endpoint.method === 'GET' ? [] : ofBodies),
    ...always,
  ];
}

function parameterErrors({ parameters, aliases }: AnyEndpoint): ErrorExample[] {
  const fields = Object.entries(parameters.shape);
  const required = fields.find(([, field]) => !field.safeParse(undefined).success)?.[0];
  return [
    ...(required === undefined ? [] : [missing(required)]),
    ...fields.slice(0, 1).map(([name]) => badValue(name, 'x')),
    ...Object.entries(aliases ?? {}).map(([alias, name]) => confusing(name, alias)),
  ];
}
