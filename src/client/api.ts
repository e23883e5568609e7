/**
 * The operations of the API and its events, as types. In the package this file is generated from the description of the API
 * (`bin/client-types.js`); here stands only its outline, so that the client can be compiled by itself.
 */

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Fields = Readonly<Record<string, unknown>>;

/** Method and path → what is sent and what is answered. */
export type Api = {
  readonly [operation in `${Method} ${string}`]: { readonly parameters: Fields; readonly answer: Fields };
};

export type Event = { readonly id: number; readonly type: string } & Fields;
