/** How a route file declares its endpoints. */
import { z } from 'zod';
import type { AnyCommand } from '../define/command.ts';
import type { Call, Endpoint, Method } from '../define/endpoint.ts';
import type { Services, ServicesRunning } from './services.ts';

/** An endpoint whose types of parameters, answer and commands are hidden. */
export type AnyEndpoint = Endpoint<Services>;

/** An endpoint as a route file declares it. `routes/index.ts` says which resource it is about. */
export type DeclaredEndpoint = Omit<AnyEndpoint, 'tag'>;

type None = z.ZodObject<Record<never, z.ZodType>>;

/**
 * Without `access`, only signed-in users may call the endpoint. Without `parameters`, it has none. The path in `route` is the one below
 * `/api/v1`, with `:name` for a path parameter. Path parameters are declared in `parameters` like all others.
 */
type Declared<P extends z.ZodObject, R extends z.ZodObject, C extends AnyCommand> = Omit<
  Endpoint<ServicesRunning<C>, P, R, C>,
  'method' | 'path' | 'access' | 'parameters' | 'tag'
> & {
  readonly route: `${Method} /${string}`;
  readonly access?: AnyEndpoint['access'];
  readonly parameters?: P;
};

/**
 * Checks the handler against the declared parameters, response and commands, and then hides their types. The server validates the
 * parameters before it calls the handler.
 */
export function defineEndpoint<R extends z.ZodObject, P extends z.ZodObject = None, C extends AnyCommand = never>({
  route,
  ...endpoint
}: Declared<P, R, C>): DeclaredEndpoint {
  const [method, path] = route.split(' ');
  return { access: 'user', parameters: z.object({}), ...endpoint, method, path } as unknown as DeclaredEndpoint;
}

/** An endpoint whose answer has no fields besides `result` and `msg`, whatever its handler returns. */
export const defineChange = <P extends z.ZodObject = None, C extends AnyCommand = never>(
  endpoint: Omit<Declared<P, z.ZodObject, C>, 'response' | 'example' | 'handle'> & {
    readonly handle: (call: Call<z.output<P>>, services: ServicesRunning<C>) => Promise<unknown>;
  },
): DeclaredEndpoint =>
  defineEndpoint({
    ...endpoint,
    response: z.object({}),
    example: {},
    async handle(call, services) {
      await endpoint.handle(call, services);
      return {};
    },
  });
