import { expect } from 'chai';
import { problemBody } from '../../../src/http/response/problem.ts';
import { problemOfRefusal, problems } from '../../../src/http/response/refusals.ts';
import type { Refusal, RefusalCode } from '../../../src/vocabulary/refusals.ts';

/** What no scenario has. */
const answers: [Refusal, object][] = [
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
    { code: 'channel-inaccessible', names: ['a', 'b'] },
    { status: 400, msg: 'Unable to access stream (a, b).' },
  ],
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
