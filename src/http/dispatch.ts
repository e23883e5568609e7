/**
 * From method and path to the endpoint. A path without parameters is looked up in a map; the others are matched by a router
 * for each first word, so that no request is tried against all patterns. A path declared without parameters owns all its
 * methods: `PATCH /users/me` is never taken for `PATCH /users/:user_id`.
 */
import Router from '@koa/router';
import type { Method } from '../define/endpoint.ts';
import type { AnyEndpoint } from './define-endpoint.ts';

export const prefix = '/api/v1';

/** An endpoint, with the path's parameters as they stand in the path, still percent-encoded. */
export type Found = { readonly endpoint: AnyEndpoint; readonly captured: readonly string[] };

/** What stands at a path. */
export type Place = {
  at(method: string): Found | undefined;
  /** HEAD where there is a GET that only reads; sorted. */
  readonly allowed: readonly string[];
};

export type Dispatch = (path: string) => Place | undefined;

export function dispatchTo(endpoints: readonly AnyEndpoint[]): Dispatch {
  const fixed = new Map<string, Map<string, AnyEndpoint>>();
  const routers = new Map<string, Router>();
  for (const endpoint of endpoints) {
    const path = prefix + endpoint.path;
    if (endpoint.path.includes(':')) {
      const word = firstWord(path);
      const router = routers.get(word) ?? new Router({ strict: true, sensitive: true });
      routers.set(word, router);
      if (router.stack.some((layer) => layer.path === path && layer.methods.includes(endpoint.method)))
        throw new Error(`declared twice: ${endpoint.method} ${endpoint.path}`);
      router.register(path, [endpoint.method], unused, { name: String(endpoints.indexOf(endpoint)) });
    } else {
      const methods = fixed.get(path) ?? new Map<string, AnyEndpoint>();
      if (methods.has(endpoint.method)) throw new Error(`declared twice: ${endpoint.method} ${endpoint.path}`);
      fixed.set(path, methods.set(endpoint.method, endpoint));
    }
  }
  const places = new Map([...fixed].map(([path, methods]) => [path, fixedPlace(methods)]));
  return (path) => places.get(path) ?? matchedPlace(routers.get(firstWord(path)), path, endpoints);
}

function fixedPlace(methods: ReadonlyMap<string, AnyEndpoint>): Place {
  const found = new Map<string, Found>([...methods].map(([method, endpoint]) => [method, { endpoint, captured: [] }]));
  const get = found.get('GET');
  if (get && !get.endpoint.acts) found.set('HEAD', get);
  return { at: (method) => found.get(method), allowed: [...found.keys()].sort() };
}

function matchedPlace(router: Router | undefined, path: string, endpoints: readonly AnyEndpoint[]): Place | undefined {
  const layers = router?.match(path, 'GET').path ?? [];
  if (layers.length === 0) return undefined;
  return {
    at: (method) => {
      const layer = layers.find(({ methods }) => methods.includes(method as Method));
      const endpoint = layer && endpoints[Number(layer.name)];
      return endpoint && { endpoint, captured: layer.captures(path) };
    },
    get allowed() {
      return [...new Set(layers.flatMap(({ methods }) => methods))].sort();
    },
  };
}

const firstWord = (path: string): string => {
  const end = path.indexOf('/', prefix.length + 1);
  return end < 0 ? path : path.slice(0, end);
};

/** Routes here are only matched: the edge itself calls the endpoint. */
const unused = (): void => undefined;

const namesIn = new Map<string, readonly string[]>();

/** Names of a declared path's parameters, in order. */
export function pathParameters(path: string): readonly string[] {
  const names = namesIn.get(path) ?? [...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name);
  namesIn.set(path, names);
  return names;
}
