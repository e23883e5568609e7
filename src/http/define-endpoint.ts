/** How a route file declares its endpoints. */
import type { z } from 'zod';
import type { AnyCommand } from '../define/command.ts';
import type { Endpoint } from '../define/endpoint.ts';
import type { Services, ServicesRunning } from './services.ts';

/** An endpoint whose parameters, answer and commands have types known only to itself. */
export type AnyEndpoint = Endpoint<Services>;

/**
 * Checks the handler against the declared parameters, response and commands, then forgets their types: the server validates the
 * parameters before it calls the handler.
 */
export const defineEndpoint = <P extends z.ZodObject, R extends z.ZodObject, C extends AnyCommand = never>(
  endpoint: Endpoint<ServicesRunning<C>, P, R, C>,
): AnyEndpoint => endpoint as unknown as AnyEndpoint;
