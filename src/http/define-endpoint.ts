/** How a route file declares its endpoints: types follow from the parameters; what comes back fits the one list. */
import type { z } from 'zod';
import type { Endpoint } from '../define/endpoint.ts';
import type { Services } from './services.ts';

/** An endpoint whose parameters' type is known only to itself. */
export type AnyEndpoint = Endpoint<Services>;

/** Checks the handler against the declared parameters, then forgets their type: the edge validates before it calls. */
export const defineEndpoint = <P extends z.ZodObject>(endpoint: Endpoint<Services, P>): AnyEndpoint =>
  endpoint as unknown as AnyEndpoint;
