/** How a route file declares its endpoints. */
import { z } from 'zod';
import type { AnyCommand } from '../define/command.ts';
import type { Call, Endpoint } from '../define/endpoint.ts';
import type { Services, ServicesRunning } from './services.ts';

/** An endpoint whose types of parameters, answer and commands are hidden. */
export type AnyEndpoint = Endpoint<Services>;

type None = z.ZodObject<Record<never, z.ZodType>>;

/** Without `access`, only signed-in users may call the endpoint. Without `parameters`, it has none. */
type Declared<P extends z.ZodObject, R extends z.ZodObject, C extends AnyCommand> = Omit<
  Endpoint<ServicesRunning<C>, P, R, C>,
  'access' | 'parameters'
> & { readonly access?: AnyEndpoint['access']; readonly parameters?: P };

/**
 * Checks the handler against the declared parameters, response and commands, and then hides their types. The server validates the
 * parameters before it calls the handler.
 */
export const defineEndpoint = <R extends z.ZodObject, P extends z.ZodObject = None, C extends AnyCommand = never>(
  endpoint: Declared<P, R, C>,
): AnyEndpoint => ({ access: 'user', parameters: z.object({}), ...endpoint }) as unknown as AnyEndpoint;

/** An endpoint whose answer has no fields besides `result` and `msg`, whatever its handler returns. */
export const defineChange = <P extends z.ZodObject = None, C extends AnyCommand = never>(
  endpoint: Omit<Declared<P, z.ZodObject, C>, 'response' | 'example' | 'handle'> & {
    readonly handle: (call: Call<z.output<P>>, services: ServicesRunning<C>) => Promise<unknown>;
  },
): AnyEndpoint =>
  defineEndpoint({
    ...endpoint,
    response: z.object({}),
    example: {},
    async handle(call, services) {
      await endpoint.handle(call, services);
      return {};
    },
  });
