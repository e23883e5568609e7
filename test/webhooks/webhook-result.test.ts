import { expect } from 'chai';
import type { Posted } from '../../src/webhooks/post-json.ts';
import { webhookResult } from '../../src/webhooks/webhook-result.ts';

const answered = (body: unknown, status = 200): Posted => ({
  kind: 'answered',
  status,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
const verdict = (posted: Posted) => webhookResult(posted, 3);

describe('the answer of a bot’s server', () => {
  it('is the reply of the bot', () => {
    expect(verdict(answered({ content: ' **42** ' }))).to.deep.equal({ reply: ' **42** ' });
    expect(verdict(answered({ content: 'new', response_string: 'old' }, 201))).to.deep.equal({ reply: 'new' });
    expect(verdict(answered({ response_string: 'old' }))).to.deep.equal({ reply: 'old' });
    expect(verdict(answered({ content: 'x'.repeat(10_000) }))).to.deep.equal({ reply: 'x'.repeat(10_000) });
  });

  const silent = {
    'nothing at all': answered('', 204),
    'an empty object': answered({}),
    'an empty text, as the bot server of the Python client answers': answered('""'),
    'no content': answered({ content: null }),
    'a blank content': answered({ content: ' \n' }),
    'that none is required': answered({ response_not_required: true, content: 'unheard' }),
  };
  for (const [name, posted] of Object.entries(silent))
    it(`is no reply if it contains ${name}`, () => {
      expect(verdict(posted)).to.deep.equal({});
    });

  const unusable: Readonly<Record<string, [Posted, string]>> = {
    'no JSON': [answered('I am a bot'), 'Invalid JSON in response'],
    'no UTF-8': [
      { kind: 'answered', status: 200, body: Buffer.from('{"content":"\xff"}', 'latin1') },
      'Invalid JSON in response',
    ],
    'a list': [answered([1]), 'Invalid response format'],
    'content that is no text': [answered({ content: 42 }), 'Invalid response format'],
    'a null byte': [answered({ content: 'a\0b' }), 'Invalid response format'],
    'half a character': [answered('{"content":"\\ud83d"}'), 'Invalid response format'],
    'too many bytes to say': [answered({ content: 'ä'.repeat(5001) }), 'The response is longer than 10000 bytes'],
    'too many bytes to read': [{ kind: 'answered', status: 200, body: undefined }, 'The response is too long'],
  };
  for (const [name, [posted, what]] of Object.entries(unusable))
    it(`is a failure, reported in the conversation and to the owner, if it contains ${name}`, () => {
      expect(verdict(posted)).to.deep.equal({
        reply: `Failure! ${what}`,
        trouble: `The webhook got a response that its bot cannot say:\n> ${what}`,
      });
    });

  it('is a failure, reported with status and payload, if the status is not a success', () => {
    expect(verdict(answered('no\0\n```\nway', 500))).to.deep.equal({
      reply: 'Failure! Third party responded with 500',
      trouble:
        'The webhook got a response with status code *500*.\n' +
        'The response contains the following payload:\n````\nno\u{fffd}\n```\nway\n````',
    });
    expect(verdict(answered('', 302))).to.deep.equal({
      reply: 'Failure! Third party responded with 302',
      trouble: 'The webhook got a response with status code *302*.',
    });
  });

  it('is a failure, reported as unavailable, if there is none', () => {
    expect(verdict({ kind: 'unreachable', why: 'ECONNREFUSED' })).to.deep.equal({
      reply: 'Failure! Bot is unavailable',
      trouble: 'The webhook could not be reached, after 3 tries. The last one failed with: `ECONNREFUSED`',
    });
    expect(verdict({ kind: 'forbidden' })).to.deep.equal({
      reply: 'Failure! Bot is unavailable',
      trouble: 'The URL configured for the webhook is for a private or disallowed network.',
    });
  });
});
