/**
 * Sends every malformed value for every declared parameter of every endpoint. Every answer has the form of the API and is never a 500.
 * A refusal names the parameter and appends nothing to the log.
 */
import { expect } from 'chai';
import type { AnyEndpoint } from '../../src/http/define-endpoint.ts';
import { endpoints } from '../../src/http/routes/index.ts';
import { basic } from '../http/stub-app.ts';
import { trailBaselines, words } from '../support/bad-input-words.ts';
import { succeeded } from '../support/expect-answer.ts';
import { keptConnection } from '../support/kept-connection.ts';
import { malformedJson, malformedValues } from '../support/malformed-values.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { auditBaselines } from './bad-input-audit.ts';

/** Parameters with which each endpoint succeeds. Strings are sent as they are, other values as JSON. Names that must be new are generated. */
type Baseline = Readonly<Record<string, unknown>>;
let made = 0;
const anew = (): string => {
  made += 1;
  return `new${made}`;
};

const stream = { type: 'stream', to: 'general', topic: 't', content: 'x' };
const narrow = [{ operator: 'stream', operand: 'general' }];
const capabilities = { notification_settings_null: true };
const registration = { event_types: ['message'], narrow: [['stream', 'general']], client_capabilities: capabilities };
const subscription = [{ name: 'general', description: 'd', color: '#123456' }];
const datum = [{ stream_id: 1, property: 'color', value: '#123456' }];

type Ids = Readonly<Record<'message' | 'kept' | 'user' | 'bot' | 'field' | 'hold', number>> & {
  readonly queue: string;
};

/** The parameters by method and path. */
const baselines = (ids: Ids) =>
  ({
    'POST /messages': { ...stream, queue_id: ids.queue, local_id: '1' },
    'PATCH /messages/:message_id': { message_id: ids.message, content: 'y' },
    'DELETE /messages/:message_id': { message_id: 0 },
    'POST /messages/:message_id/reactions': {
      message_id: ids.message,
      emoji_name: 'tada',
      reaction_type: 'unicode_emoji',
    },
    'DELETE /messages/:message_id/reactions': { message_id: ids.message, emoji_name: 'tada', emoji_code: '1f389' },
    'GET /messages': { anchor: 'newest', num_before: 1, num_after: 0, narrow },
    'GET /messages/matches_narrow': { msg_ids: [ids.message], narrow },
    'GET /messages/:message_id': { message_id: ids.message },
    'GET /messages/:message_id/history': { message_id: ids.message },
    'POST /messages/render': { content: 'x' },
    'POST /messages/flags': { messages: [ids.message], op: 'add', flag: 'read' },
    'GET /realm/emoji': {},
    'POST /realm/emoji/:emoji_name': { emoji_name: 'party' },
    'DELETE /realm/emoji/:emoji_name': { emoji_name: 'nobody' },
    'POST /users/me/avatar': {},
    'DELETE /users/me/avatar': {},
    'GET /scheduled_messages': {},
    'DELETE /scheduled_messages/:scheduled_message_id': { scheduled_message_id: 0 },
    'GET /users/me/alert_words': {},
    'POST /users/me/alert_words': { alert_words: ['x'] },
    'DELETE /users/me/alert_words': { alert_words: ['x'] },
    'POST /mark_all_as_read': {},
    'POST /mark_stream_as_read': { stream_id: 1 },
    'POST /mark_topic_as_read': { stream_id: 1, topic_name: 't' },
    'GET /users': {},
    'POST /users/me/presence': { status: 'active' },
    'GET /realm/presence': {},
    'POST /users/me/status': { away: true, status_text: 'busy' },
    'GET /users/:user_id_or_email/presence': { user_id_or_email: ids.user },
    'POST /typing': { op: 'start', to: [ids.user] },
    'GET /users/me': {},
    'GET /users/:user_id': { user_id: ids.user },
    'DELETE /users/me': {},
    'DELETE /users/:user_id': { user_id: 0 },
    'POST /users/:user_id/reactivate': { user_id: ids.user },
    'GET /events': { queue_id: ids.queue, last_event_id: -1, dont_block: true },
    'DELETE /events': { queue_id: '1:1' },
    'POST /external/helloworld': { stream: 'general', topic: 't' },
    'POST /external/github': { stream: 'general', topic: 't' },
    'POST /external/json': { stream: 'general', topic: 't' },
    'POST /external/freshdesk': { stream: 'general', topic: 't' },
    'POST /external/alertmanager': { stream: 'general', topic: 't' },
    'POST /external/gitlab': { stream: 'general', topic: 't' },
    'POST /external/grafana': { stream: 'general', topic: 't' },
    'POST /external/jira': { stream: 'general', topic: 't' },
    'POST /external/pagerduty': { stream: 'general', topic: 't' },
    'POST /external/sentry': { stream: 'general', topic: 't' },
    'POST /external/slack_incoming': { stream: 'general', topic: 't' },
    'POST /external/stripe': { stream: 'general', topic: 't' },
    'GET /invites': {},
    'POST /invites': { invitee_emails: () => `${anew()}@x.example`, stream_ids: [1] },
    'POST /invites/multiuse': { stream_ids: [1] },
    'DELETE /invites/:invite_id': { invite_id: 0 },
    'DELETE /invites/multiuse/:invite_id': { invite_id: 0 },
    'POST /invites/:invite_id/resend': { invite_id: 0 },
    'POST /invites/check': { key: 'x' },
    'POST /invites/accept': { key: 'x', full_name: 'Nora', password: 'correct horse', email: 'x@x.example' },
    'POST /dev_fetch_api_key': { username: 'member@dev.example' },
    'GET /dev_list_users': {},
    'POST /sso/begin': {},
    'POST /sso/finish': { ticket: 'x', code: 'x', state: 'x' },
    'POST /fetch_api_key': { username: 'nobody@dev.example', password: 'x' },
    'POST /register': registration,
    'GET /server_settings': {},
    'GET /streams': {},
    'GET /get_stream_id': { stream: 'general' },
    'GET /streams/:stream_id/members': { stream_id: 1 },
    'GET /users/me/:stream_id/topics': { stream_id: 1 },
    'GET /users/:user_id/subscriptions/:stream_id': { user_id: ids.user, stream_id: 1 },
    'POST /default_streams': { stream_id: 1 },
    'DELETE /default_streams': { stream_id: 1 },
    'POST /default_stream_groups/create': { group_name: anew, description: 'd', stream_names: [] },
    'PATCH /default_stream_groups/:group_id': { group_id: 1, new_group_name: anew, new_description: 'd' },
    'PATCH /default_stream_groups/:group_id/streams': { group_id: 1, op: 'add', stream_names: [] },
    'DELETE /default_stream_groups/:group_id': { group_id: 0 },
    'DELETE /streams/:stream_id': { stream_id: 0 },
    'POST /streams/:stream_id/delete_topic': { stream_id: 1, topic_name: 'nothing' },
    'PATCH /streams/:stream_id': { stream_id: 1, new_name: anew, description: 'd', is_private: false },
    'GET /users/me/subscriptions': {},
    'GET /realm/profile_fields': {},
    'GET /bots': {},
    'POST /users/me/subscriptions': { subscriptions: subscription, principals: [ids.user] },
    'DELETE /users/me/subscriptions': { subscriptions: ['general'], principals: [ids.user] },
    'PATCH /users/me/subscriptions': { add: subscription, delete: ['general'] },
    'POST /users/me/subscriptions/properties': { subscription_data: datum },
    'PATCH /users/me/subscriptions/:stream_id': { stream_id: 1, property: 'is_muted', value: true },
    'PATCH /users/me/subscriptions/muted_topics': { stream: 'general', topic: 't', op: 'add' },
    'PATCH /users/:user_id': { user_id: ids.user, profile_data: [{ id: ids.field, value: 'x' }] },
    'PATCH /users/me/profile_data': { data: [{ id: ids.field, value: 'x' }] },
    'DELETE /users/me/profile_data': { data: [ids.field] },
    'POST /users/me/api_key/regenerate': {},
    'POST /bots': { full_name: anew, short_name: anew },
    'PATCH /bots/:bot_id': { bot_id: ids.bot, full_name: 'Helper Bot' },
    'DELETE /bots/:bot_id': { bot_id: 0 },
    'POST /bots/:bot_id/api_key/regenerate': { bot_id: 0 },
    'POST /realm/profile_fields': { name: anew, field_type: 3, field_data: { k: { text: 'x', order: '1' } } },
    'DELETE /realm/profile_fields/:field_id': { field_id: 0 },
    'PATCH /realm': {},
    'GET /realm/domains': {},
    'POST /realm/domains': { domain: () => `${anew()}.example`, allow_subdomains: true },
    'PATCH /realm/domains/:domain': { domain: 'kept.example', allow_subdomains: true },
    'DELETE /realm/domains/:domain': { domain: 'none.example' },
    'PATCH /realm/profile_fields': { order: [] },
    'PATCH /realm/profile_fields/:field_id': { field_id: ids.field, name: anew, hint: 'h', field_data: {} },
    'GET /bot_storage': { keys: [] },
    'PUT /bot_storage': { storage: { a: 'b' } },
    'DELETE /bot_storage': { keys: [] },
    'GET /realm/filters': {},
    'POST /realm/filters': { pattern: '#(?P<id>[0-9]+)', url_format_string: 'https://t.example/%(id)s' },
    'DELETE /realm/filters/:filter_id': { filter_id: 0 },
    'GET /user_groups': {},
    'POST /user_groups/create': { name: anew, description: 'd', members: [ids.user] },
    'PATCH /user_groups/:user_group_id': { user_group_id: 1, name: anew, description: 'd' },
    'POST /user_groups/:user_group_id/members': { user_group_id: 1, add: [ids.user] },
    'DELETE /user_groups/:user_group_id': { user_group_id: 0 },
    ...trailBaselines,
    ...auditBaselines(ids),
    'PATCH /settings/notifications': {},
    'POST /user_uploads': {},
    'GET /attachments': {},
    'DELETE /attachments/:attachment_id': { attachment_id: 0 },
    'GET /user_uploads/:realm_id/:folder/:token/:filename': { realm_id: '1', folder: 'a', token: 'b', filename: 'c' },
    'PATCH /settings/display': {},
    'PATCH /settings': { full_name: 'Olga Owner' },
    'POST /users': { email: 'taken', password: 'xxxx', full_name: 'Nobody' },
  }) satisfies Record<string, Baseline>;

/** What every integration takes. */
const payload = {
  ...{ ref: 'r', before: '0', after: '0', user_name: 'u', project: { name: 'p' } },
  ...{ alerts: [], webhookEvent: 'comment_created', type: 'x.y', data: { object: { object: 'x' } } },
  event: { event_type: 'pagey.ping', data: {} },
  featured_title: 'x',
  featured_url: 'y',
  freshdesk_webhook: {
    ...{ triggered_event: '{note_type:public}', ticket_id: 7, ticket_url: 'u', ticket_subject: 's' },
    ...{ ticket_description: 'd', ticket_type: null, ticket_priority: 'Low', ticket_status: 'Open' },
    ...{ requester_name: 'r', requester_email: 'e' },
  },
};

const guessed = ['fetchApiKey', 'checkInvitation', 'acceptInvitation'];

describe('bad input', function () {
  this.timeout(120_000);
  let server: TestServer;
  const kept = keptConnection(() => server.base);
  let baselineOf: Readonly<Record<string, Baseline>>;
  before(async () => {
    server = await startServer({ VERBATIM_HEARTBEAT_SECS: '1' });
    // The ledger begins before it is asked.
    for (let round = 0; round < 2; round += 1) await server.application.scrub();
    const owner = server.as('owner');
    succeeded(await owner.post('/audit/auditors', { user_id: owner.account.user_id, reason: 'bad input' }));
    const message = Number(succeeded(await owner.post('/messages', stream)).id);
    // Where no row deletes a topic.
    const ownMessage = { type: 'private', to: JSON.stringify([owner.account.user_id]), content: 'x' };
    const keptMessage = Number(succeeded(await owner.post('/messages', ownMessage)).id);
    const field = Number(succeeded(await owner.post('/realm/profile_fields', { name: 'Motto', field_type: 1 })).id);
    succeeded(await owner.post('/realm/domains', { domain: 'kept.example' }));
    succeeded(await owner.post('/default_stream_groups/create', { group_name: 'crew', stream_names: [] }));
    succeeded(await owner.post('/user_groups/create', { name: 'crew', description: 'd' }));
    const queue = String(succeeded(await owner.post('/register', { event_types: ['message'] })).queue_id);
    succeeded(await owner.post('/messages', stream));
    const people = { user_ids: [owner.account.user_id] };
    const hold = Number(succeeded(await owner.post('/audit/holds', { name: 'x', reason: 'x', ...people })).id);
    const [user, bot] = [server.as('spare').account.user_id, server.as('bot').account.user_id];
    baselineOf = baselines({ message, kept: keptMessage, field, queue, user, bot, hold });
  });
  after(async () => {
    kept.close();
    await server.stop();
  });

  const keyOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`;
  const position = (): number => server.application.services.state.newest.position;

  /** `sent`: names and encoded values, in order. */
  async function call({ method, path, body }: AnyEndpoint, sent: readonly (readonly [string, string])[]) {
    const { email, api_key } = server.as('owner').account;
    const inPath = path.replace(/:(\w+)/g, (_, name) => sent.find(([known]) => known === name)?.[1] ?? '0');
    const rest = sent.filter(([name]) => !path.includes(`:${name}`)).map(([name, value]) => `${name}=${value}`);
    const form = body === 'json' ? [...rest, `api_key=${api_key}`].join('&') : rest.join('&');
    const inQuery = method === 'GET' || body === 'json';
    const sentBody = body === 'json' ? JSON.stringify(payload) : inQuery ? undefined : form;
    const { status, text } = await kept.ask({
      method,
      path: `/api/v1${inPath}${inQuery && form !== '' ? `?${form}` : ''}`,
      headers: {
        Authorization: basic(`${email}:${api_key}`),
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-GitHub-Event': 'ping',
        'X-Gitlab-Event': 'Push Hook',
        'Sentry-Hook-Resource': 'installation',
      },
      ...(sentBody === undefined ? {} : { body: sentBody }),
    });
    // Some answers are no JSON.
    const json = text.startsWith('{') ? JSON.parse(text) : { result: 'success', msg: '' };
    return { status, text, json: json as Record<string, unknown> };
  }

  const encoded = (value: unknown): string => {
    const said: unknown = typeof value === 'function' ? value() : value;
    return encodeURIComponent(typeof said === 'string' ? said : JSON.stringify(said));
  };
  const others = (endpoint: AnyEndpoint, name: string): [string, string][] =>
    Object.entries(baselineOf[keyOf(endpoint)] ?? {})
      .filter(([known]) => known !== name && known !== endpoint.aliases?.[name])
      .map(([known, value]) => [known, encoded(value)]);

  /** Sends the parameters and checks what must be true of every answer. */
  async function holds(endpoint: AnyEndpoint, name: string, value?: string) {
    const about = `${keyOf(endpoint)} ${name}=${value?.slice(0, 200)}`;
    const names = [name, endpoint.aliases?.[name] ?? name];
    for (let attempt = 1; ; attempt += 1) {
      const sent = [...others(endpoint, name), ...(value === undefined ? [] : [[name, value] as const])];
      const before = position();
      const { status, json, text } = await call(endpoint, sent);
      expect(json.msg, about).to.be.a('string');
      if (status === 200 || status === 202) return expect(json.result, about).to.equal('success');
      // Guesses are limited.
      if (status === 429) return expect(endpoint.id, text).to.be.oneOf(guessed);
      expect(status, `${about}: ${text}`).to.be.oneOf([400, 401, 403, 404]);
      expect(json.result, about).to.equal('error');
      expect(
        names.some((one) => named(json, one)),
        `${about}: ${text}`,
      ).to.equal(true);
      // That somebody wanted to look is on record before it is known what there is, and so is a sign-in that was refused.
      if (endpoint.privileged || endpoint.path === '/fetch_api_key' || position() === before) return undefined;
      // A policy may have appended an event about an earlier call in between, or the ledger a seal. One attempt must append nothing.
      expect(attempt, `${about} was refused and written`).to.be.below(10);
    }
  }

  const named = ({ msg, var_name }: Record<string, unknown>, name: string): boolean =>
    var_name === name || String(msg).includes(name) || (words[name]?.test(String(msg)) ?? false);

  it('is tested on every endpoint', () => {
    expect(endpoints.map(keyOf).sort()).to.deep.equal(Object.keys(baselineOf).sort());
  });

  for (const endpoint of endpoints) {
    const names = [...Object.keys(endpoint.parameters.shape), ...Object.keys(endpoint.aliases ?? {})];
    for (const [index, name] of names.entries())
      it(`${keyOf(endpoint)}: ${name}`, async () => {
        const baseline = baselineOf[keyOf(endpoint)]?.[name];
        const nested = typeof baseline === 'object' ? malformedJson(baseline).map(encodeURIComponent) : [];
        // Most optional parameters are flags. Each is tested with some of the values, and all of them together with all values.
        const some =
          baseline === undefined ? malformedValues.filter((_, at) => (at + index) % 4 === 0) : malformedValues;
        for (const value of [...some, ...nested])
          if (!(endpoint.path.includes(`:${name}`) && value === '')) await holds(endpoint, name, value);
        await holds(endpoint, name);
        if (!endpoint.path.includes(`:${name}`)) {
          const twice = await call(endpoint, [...others(endpoint, name), [name, 'a'], [name, 'a']]);
          expect([twice.status, twice.json.msg]).to.deep.equal([400, `${name} was sent twice`]);
        }
      });
  }
});
