import { expect } from 'chai';
import { problemBody } from '../../../src/http/response/problem.ts';
import { problemOfRefusal, problems } from '../../../src/http/response/refusals.ts';
import type { QueueId } from '../../../src/vocabulary/ids.ts';
import type { Refusal, RefusalCode } from '../../../src/vocabulary/refusals.ts';

const queueId = '1700000000:42' as QueueId;

/** What clients depend on: status, msg, code and fields, exactly. */
const answers: [Refusal, object][] = [
  [{ code: 'message-missing' }, { status: 400, code: 'BAD_REQUEST', msg: 'Invalid message(s)' }],
  [
    { code: 'recipient-email-unknown', email: 'x@y.z' },
    { status: 400, code: 'BAD_REQUEST', msg: "Invalid email 'x@y.z'" },
  ],
  [
    { code: 'message-content-too-long', bytesMax: 10_000 },
    { status: 400, code: 'BAD_REQUEST', msg: 'content is too long (limit: 10000 bytes)' },
  ],
  [
    { code: 'topic-too-long', lengthMax: 60 },
    { status: 400, code: 'BAD_REQUEST', msg: 'topic is too long (limit: 60 characters)' },
  ],
  [
    { code: 'channel-unknown', name: `<a> & "b" 'c'` },
    {
      status: 400,
      code: 'STREAM_DOES_NOT_EXIST',
      msg: "Stream '&lt;a&gt; &amp; &quot;b&quot; &#39;c&#39;' does not exist",
      fields: { stream: `<a> & "b" 'c'` },
    },
  ],
  [
    { code: 'channel-unknown', name: '', id: 7 },
    {
      status: 400,
      code: 'STREAM_DOES_NOT_EXIST',
      msg: "Stream with ID '7' does not exist",
      fields: { stream_id: 7, stream: '7' },
    },
  ],
  [
    { code: 'channel-inaccessible', names: ['a', 'b'] },
    { status: 400, msg: 'Unable to access stream (a, b).' },
  ],
  [
    { code: 'principal-unknown', principal: 'x@y.z' },
    {
      status: 403,
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: "User not authorized to execute queries on behalf of 'x@y.z'",
      fields: { principal: 'x@y.z' },
    },
  ],
  [
    { code: 'administrator-required' },
    { status: 400, code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' },
  ],
  [
    { code: 'queue-missing', queueId },
    {
      status: 400,
      code: 'BAD_EVENT_QUEUE_ID',
      msg: 'Bad event queue id: 1700000000:42',
      fields: { queue_id: queueId },
    },
  ],
  [{ code: 'topic-already-muted' }, { status: 400, msg: 'Topic already muted' }],
  [{ code: 'topic-not-muted' }, { status: 400, msg: 'Topic is not muted' }],
  [{ code: 'query-not-authorized' }, { status: 400, code: 'BAD_REQUEST', msg: 'User not authorized for this query' }],
];

/** Refusals without a code on the wire (docs/api.md, Errors). */
const withoutCode: RefusalCode[] = [
  'authentication-methods-none',
  'default-group-nothing-new',
  'domain-invalid',
  'domain-missing',
  'domain-taken',
  'presence-missing',
  'presence-of-bot',
  'presence-user-missing',
  'schedule-past',
  'status-nothing-new',
  'storage-full',
  'storage-key-missing',
  'submessage-not-json',
  'edit-history-disabled',
  'editing-disabled',
  'linkifier-invalid',
  'linkifier-missing',
  'linkifier-taken',
  'nothing-to-do',
  'realm-description-too-long',
  'realm-name-too-long',
  'subscribe-others-too-new',
  'user-group-nothing-new',
  'edit-nothing',
  'edit-propagate-without-topic',
  'channel-inaccessible',
  'channel-name-same',
  'subscribe-others-not-permitted',
  'unsubscribe-others-not-permitted',
  'not-subscribed',
  'topic-already-muted',
  'topic-not-muted',
  'bot-requests-refused',
  'name-changes-disabled',
  'email-changes-disabled',
  'email-not-admitted',
  'password-weak',
  'password-wrong',
  'last-owner-role',
  'last-owner-deactivation',
  'email-taken',
  'bot-username-taken',
  'bot-username-invalid',
  'avatar-changes-disabled',
  'bot-owner-invalid',
  'profile-field-name-taken',
  'queue-foreign-delete',
  'realm-deactivated',
  'id-taken',
  'invitation-stream-unknown',
  'invitation-streams-missing',
  'unavailable',
];

/** One refusal of each code, with a value in every field. */
const every = Object.keys(problems).map(
  (code) =>
    new Proxy(
      { code },
      { get: (_, field) => (field === 'code' ? code : field === 'names' ? ['n'] : 'something') },
    ) as unknown as Refusal,
);

describe('refusals', () => {
  for (const [refusal, problem] of answers)
    it(`${refusal.code} is ${JSON.stringify(problem)}`, () => {
      expect(problemOfRefusal(refusal)).to.deep.equal(problem);
    });

  it('have a code, with the listed exceptions', () => {
    const found = every.filter((refusal) => problemOfRefusal(refusal).code === undefined).map(({ code }) => code);
    expect(found.sort()).to.deep.equal([...withoutCode].sort());
  });

  it('all have a status of at least 400 and a complete message', () => {
    for (const refusal of every) {
      const { status, msg } = problemOfRefusal(refusal);
      expect(status, refusal.code).to.be.within(400, 503);
      expect(msg, refusal.code)
        .to.match(/\S/)
        .and.not.match(/undefined|\[object/);
    }
  });

  it('an unavailable store is answered with Retry-After and without the cause', () => {
    const problem = problemOfRefusal({ code: 'unavailable', detail: 'disk /dev/x is full' });
    expect(problem.status).to.equal(503);
    expect(problem.headers).to.have.property('Retry-After');
    expect(problemBody(problem)).not.to.contain('disk');
  });
});
