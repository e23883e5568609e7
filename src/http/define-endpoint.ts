/** How a route file declares its endpoints. */
import type { z } from 'zod';
import type { AnyCommand } from '../define/command.ts';
import type { Endpoint } from '../define/endpoint.ts';
import type { Services, ServicesRunning } from './services.ts';

/** An endpoint whose types of parameters, answer and commands are hidden. */
export type AnyEndpoint = Endpoint<Services>;

/**
 * Checks the handler against the declared parameters, response and commands, and then hides their types. The server validates the
 * parameters before it calls the handler.
 */
export const defineEndpoint = <P extends z.ZodObject, R extends z.ZodObject, C extends AnyCommand = never>(
  endpoint: Endpoint<ServicesRunning<C>, P, R, C>,
): AnyEndpoint => endpoint as unknown as AnyEndpoint;
