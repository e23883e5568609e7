/** A client that sends a chosen `Host` header, which `fetch` cannot. */
import { ask } from '../http/stub-app.ts';
import { expectDescribed } from './api-description.ts';
import {
  type Answer,
  authorizationOf,
  type Client,
  clientThat,
  formOf,
  type Loose,
  type Parameters,
} from './client.ts';

type Sent = { readonly body?: string; readonly headers?: Readonly<Record<string, string>> };
const nothing: Sent = {};

type Account = { readonly email: string; readonly api_key: string };

/** Calls the server at `base` with `host` as its name. Without an account there are no credentials. */
export function hostClient(base: () => string, host: string, account?: Account): Client {
  const call =
    (method: string) =>
    async (path: string, parameters: Parameters = {}): Promise<Answer> => {
      const form = formOf(parameters);
      const inQuery = method === 'GET';
      const authorization: Record<string, string> = account ? { Authorization: authorizationOf({ account }) } : {};
      const query = inQuery && form.size > 0 ? `?${form}` : '';
      const { body, headers } = inQuery ? nothing : bodyOf(form.toString());
      const reply = await ask({ port: Number(new URL(base()).port) }, `/api/v1${path}${query}`, {
        method,
        headers: { Host: host, ...authorization, ...headers },
        ...(body === undefined ? {} : { body }),
      });
      expectDescribed(method, path, reply.status, reply.json);
      return { status: reply.status, headers: new Headers(), body: reply.json as unknown as Loose };
    };
  return clientThat(call, { user_id: 0, full_name: '', email: '', api_key: '', ...account });
}

/** Sends Content-Length, because node sends the body of a DELETE with neither a length nor chunks. */
const bodyOf = (body: string): Sent => ({
  body,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': String(Buffer.byteLength(body)) },
});

/** Requests paths outside the API, without credentials: health and metrics. */
export type RawAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
};

export async function rawGet(base: string, path: string): Promise<RawAnswer> {
  const response = await fetch(`${base}${path}`);
  const text = await response.text();
  const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, headers: response.headers, text, json };
}
