/** One request as far as it is known: whatever goes wrong is answered, logged and counted with that. */
import { METHODS } from 'node:http';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import type { AnyEndpoint } from './define-endpoint.ts';
import type { Headers } from './respond.ts';

export type Underway = {
  readonly requestId: string;
  readonly method: string | undefined;
  /** On the process' own clock. */
  readonly began: number;
  /** Of the answer. */
  headers: Headers;
  endpoint?: AnyEndpoint;
  realmId?: RealmId;
  userId?: UserId;
};

/** What the log says of a request: never its address as it was sent, which may hold keys, names and words. */
export const told = ({ requestId, method, endpoint, realmId, userId }: Underway) => ({
  requestId,
  method: endpoint?.method ?? (isMethod(method) ? method : 'other'),
  route: endpoint?.path,
  realm: realmId,
  user: userId,
});

const isMethod = (method: string | undefined): boolean => METHODS.includes(method ?? '');
