/** Finds the endpoint for a method and a path with `@koa/router`, and applies the rules in which the API differs from the router. */
import { type Layer, Router } from '@koa/router';
import type { AnyEndpoint } from './define-endpoint.ts';
import type { Context, Middleware, RequestState, Route, RouterPart } from './request/request-context.ts';
import { ProblemError } from './response/problem.ts';
import { notAllowed, notFound } from './response/problem-of.ts';

export const prefix = '/api/v1';

/** A GET endpoint outside the API, which writes its own answer. */
export type Operation = { readonly path: string; readonly answer: (context: Context) => Promise<void> | void };

type Found = Layer<RequestState, RouterPart>;
type ApiRouter = Router<RequestState, RouterPart>;

/** Sets the endpoint in the request's state. Throws a 404 or a 405. Answers OPTIONS and the requests of operators. */
export function routing(endpoints: readonly AnyEndpoint[], operations: readonly Operation[] = []): Middleware {
  const routers = routersBySection();
  const declared = new Set<string>();
  const withoutHead = new Set<unknown>();
  for (const endpoint of endpoints) {
    const route: Route = { method: endpoint.method, path: prefix + endpoint.path };
    const name = `${endpoint.method} ${endpoint.path}`;
    if (declared.has(name)) throw new Error(`declared twice: ${name}`);
    declared.add(name);
    const layer = routers.add(route.path).register(route.path, [route.method], (context, next) => {
      context.state.route = route;
      context.state.endpoint = endpoint;
      return next();
    });
    if (endpoint.changesState) withoutHead.add(layer);
  }
  for (const { path, answer } of operations) {
    const route: Route = { method: 'GET', path };
    routers.add(path).get(path, async (context) => {
      context.state.route = route;
      await answer(context);
    });
  }
  const allows = (layer: Found, method: string): boolean =>
    layer.methods.includes(method) && !(method === 'HEAD' && withoutHead.has(layer));

  /**
   * The differences from the router. A path owns all its methods, so that `PATCH /users/me` never reaches `/users/:user_id`. A GET that
   * changes something has no HEAD. Any unknown method is a 405 and never a 501. A POST to a path without one may continue, because its body
   * may name the method (`request/method-override.ts`).
   */
  function refuseOthers({ method, matched = [], state }: Context): void {
    const owners = mostSpecific(matched);
    if (owners.some((layer) => allows(layer, method))) return;
    state.route = undefined;
    state.endpoint = undefined;
    const methods = new Set(owners.flatMap((layer) => layer.methods.filter((one) => allows(layer, one))));
    state.allowed = [...methods].sort();
    if (owners.length === 0) throw new ProblemError(notFound);
    if (method !== 'OPTIONS' && method !== 'POST') throw new ProblemError(notAllowed(state.allowed));
  }

  return (context, next) => {
    const answer = (): Promise<void> => {
      refuseOthers(context);
      if (context.method !== 'OPTIONS') return next();
      context.set('Allow', context.state.allowed.join(', '));
      context.status = 204;
      return Promise.resolve();
    };
    return routers.of(context.path)?.routes(context, answer) ?? answer();
  };
}

/**
 * A router for each first part of a path, such as `/api/v1/users`. A router tries all its patterns, so that a single one would take 6 µs more
 * for each request: 5 % of a delivery by long poll.
 */
function routersBySection() {
  const routers = new Map<string, { readonly router: ApiRouter; readonly routes: Middleware }>();
  return {
    of: (path: string) => routers.get(sectionOf(path)),
    /** The common part of the paths of one router must contain no parameter. */
    add(path: string): ApiRouter {
      const section = sectionOf(path);
      if (section.includes(':')) throw new Error(`a path begins with a parameter: ${path}`);
      // If two paths match, the one with fewer parameters is used: `/users/me` rather than `/users/:user_id`.
      const router =
        routers.get(section)?.router ?? new Router({ strict: true, sensitive: true, exclusive: 'specificity' });
      // The router adds the fields that its own context type requires.
      routers.set(section, { router, routes: router.routes() as unknown as Middleware });
      return router;
    },
  };
}

const sectionOf = (path: string): string => path.split('/', 4).join('/');

function mostSpecific(matched: readonly Found[]): readonly Found[] {
  if (matched.length < 2) return matched;
  const fewest = Math.min(...matched.map(({ paramNames }) => paramNames.length));
  return matched.filter(({ paramNames }) => paramNames.length === fewest);
}
