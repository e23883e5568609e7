/** `verbatim/client`: the API for programs. It requires only `fetch`, that is, Node 20 or a browser. */
export type { Api, Event } from './api.ts';
export { type ClientOptions, newKey, type RequestOptions, VerbatimClient } from './client.ts';
export { ApiError } from './errors.ts';
export type { Follower, Registered } from './follow.ts';
export type { Account } from './transport.ts';
export { readZuliprc } from './zuliprc.ts';
