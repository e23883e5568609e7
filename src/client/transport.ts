/** One request: parameters become a path, a query or a form, and the answer becomes a value or an exception. */
import { ApiError } from './errors.ts';

export type Account = {
  /** The address of the server: `https://chat.example.com`. */
  readonly site: string;
  /** The address of a user or a bot. */
  readonly email: string;
  readonly apiKey: string;
};

type Asked = {
  readonly method: string;
  /** The path below `/api/v1`, with `{name}` for each path parameter. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
};

export type Ask = (asked: Asked) => Promise<Readonly<Record<string, unknown>>>;

/** Throws `ApiError` for an error of the API, and every error of `fetch`. */
export const transport = ({ site, email, apiKey }: Account, client: string, fetching: typeof fetch): Ask => {
  const base = `${site.replace(/\/+$/, '')}/api/v1`;
  const authorization = `Basic ${base64(`${email}:${apiKey}`)}`;
  return async ({ method, path, parameters, headers, timeoutMs, signal }) => {
    const { address, form } = placed(path, { ...(!seeksClients(path) && { client }), ...parameters });
    const inQuery = method === 'GET' && form.size > 0;
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await fetching(`${base}${address}${inQuery ? `?${form}` : ''}`, {
      method,
      headers: { ...headers, authorization },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(method === 'GET' ? {} : { body: form }),
    });
    const body = parsed(await response.text());
    if (!response.ok || body?.result !== 'success') throw new ApiError(response.status, body, retryAfter(response));
    return body;
  };
};

/** Operations whose own parameter `client` is a filter, and not the name of this client. */
const seeksClients = (path: string): boolean => path.startsWith('/audit/events');

/** Strings are sent unchanged, all other values as JSON. Undefined values are not sent. */
function placed(path: string, parameters: Readonly<Record<string, unknown>>) {
  const form = new URLSearchParams();
  const inPath = new Set<string>();
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    return encodeURIComponent(String(parameters[name]));
  });
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && !inPath.has(name))
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return { address, form };
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    // The answer is a proxy's own page.
    return undefined;
  }
}

function retryAfter({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
