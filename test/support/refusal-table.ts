/** Tables of refused requests: the caller, the request, and the exact answer. */
import type { Answer, Client } from './client.ts';
import { refused, succeeded } from './expect-answer.ts';
import { runningServer } from './server.ts';

export type As = Readonly<Record<'owner' | 'admin' | 'member' | 'spare' | 'guest' | 'bot', Client>>;
/** Name, request, `fields`, status. `fields`: all fields of the answer without `result`. The default status is 400. */
export type Row = readonly [
  name: string,
  call: (as: As) => Promise<Answer>,
  fields: Readonly<Record<string, unknown>>,
  status?: number,
];

export const bad = (msg: string) => ({ code: 'BAD_REQUEST', msg });
export const sent = (more: object) => ({ type: 'stream', to: 'general', topic: 't', content: 'x', ...more });
export const privately = (to: unknown) => sent({ type: 'private', to });
export const listing = (more: object) => ({ anchor: 'newest', num_before: 1, num_after: 0, ...more });
export const narrowed = (operator: string, operand: unknown) => listing({ narrow: [{ operator, operand }] });
export const badNarrow = (desc: string) => ({ code: 'BAD_NARROW', msg: `Invalid narrow operator: ${desc}`, desc });
export const missing = (name: string) => ({
  code: 'REQUEST_VARIABLE_MISSING',
  msg: `Missing '${name}' argument`,
  var_name: name,
});
export const badValue = (name: string, value: string) => ({
  code: 'REQUEST_VARIABLE_INVALID',
  msg: `Bad value for '${name}': ${value}`,
  var_name: name,
  bad_value: value,
});
export const noPrincipal = (principal: string) => ({
  code: 'UNAUTHORIZED_PRINCIPAL',
  msg: `User not authorized to execute queries on behalf of '${principal}'`,
  principal,
});
export const subscriptions = '/users/me/subscriptions';
export const muted = `${subscriptions}/muted_topics`;
export const joining = (name: string, more: object = {}) => ({ subscriptions: [{ name }], ...more });

/** The member is the only subscriber of the private stream `shut`. */
export function refusalTables(tables: Readonly<Record<string, readonly Row[]>>): void {
  describe('errors', () => {
    const server = runningServer();
    const names = ['owner', 'admin', 'member', 'spare', 'guest', 'bot'] as const;
    const as = Object.fromEntries(names.map((name) => [name, server.as(name)])) as As;
    before(async () => {
      succeeded(await as.member.post(subscriptions, joining('shut', { invite_only: true })));
    });

    for (const [title, rows] of Object.entries(tables))
      describe(title, () => {
        for (const [name, call, fields, status] of rows)
          it(`${name}: ${fields.msg}`, async () => refused(await call(as), fields, status));
      });
  });
}
