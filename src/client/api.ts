/**
 * The operations of the API and its events, as types. In the package this file is generated from the description of the API
 * (`bin/client-types.js`). Here it has only the general form, so that the client can be compiled without the generated file.
 */

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Fields = Readonly<Record<string, unknown>>;

/** Maps method and path to the parameters and the answer. */
export type Api = {
  readonly [operation in `${Method} ${string}`]: { readonly parameters: Fields; readonly answer: Fields };
};

export type Event = { readonly id: number; readonly type: string } & Fields;
