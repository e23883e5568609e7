/** The endpoints that read messages: from parameters as sent to answers that match the declared response. */
import { expect } from 'chai';
import { z } from 'zod';
import type { AnyEndpoint } from '../../../src/http/define-endpoint.ts';
import { readParameters } from '../../../src/http/request/parameter-errors.ts';
import { ProblemError } from '../../../src/http/response/problem.ts';
import { messageLists } from '../../../src/http/routes/messages-list.ts';
import { messageReads } from '../../../src/http/routes/messages-read.ts';
import type { Services } from '../../../src/http/services.ts';
import type { ReadView } from '../../../src/ports/read-store.ts';
import { textWorkHere } from '../../../src/rendering/text-work.ts';
import { Refused } from '../../../src/vocabulary/refusals.ts';
import { realmId } from '../../support/given.ts';
import { readAfter } from '../../support/organization.ts';
import { between, edits, founded, inTopic, newUser, opened, sends, text } from '../../support/past-events.ts';

let view: ReadView;
before(async () => {
  const place = inTopic(1, 'a');
  const events = [
    sends(1, 2, place),
    sends(2, 1, between(1, 2)),
    sends(3, 2, place, 'red'),
    edits(3, 2, place, 'blue', 'red'),
  ];
  view = await readAfter(founded(), newUser(1), newUser(2), opened(1, 'c', [1, 2]), events);
});

const services = {
  read: <T>(body: (view: ReadView) => Promise<T>) => body(view),
  render: async (_realm: number, _user: number, content: string) => text(content),
  texts: textWorkHere,
} as unknown as Services;

/** The answer or the error, as HTTP would return it. */
async function asked(path: string, sent: Record<string, string>): Promise<Record<string, unknown>> {
  const endpoint = [...messageLists, ...messageReads].find((one) => one.path === path) as AnyEndpoint;
  const read = readParameters(endpoint.parameters, sent);
  if (!read.ok) return { ...read.problem };
  const call = { realmId, userId: 1, parameters: read.values, charge: () => undefined } as unknown as Parameters<
    AnyEndpoint['handle']
  >[0];
  try {
    const answer = await endpoint.handle(call, services);
    // The answer must match the declared response exactly.
    return z.strictObject(endpoint.response.shape).parse(answer);
  } catch (error) {
    if (error instanceof ProblemError) return { ...error.problem };
    if (error instanceof Refused) return { ...error.refusal };
    throw error;
  }
}
const listed = async (sent: Record<string, string>) => {
  const answer = await asked('/messages', { num_before: '0', num_after: '0', ...sent });
  const messages = answer.messages as { id: number }[] | undefined;
  return messages ? messages.map(({ id }) => id) : answer;
};

describe('http/routes of reading messages', () => {
  const anchors: [Record<string, string>, number[]][] = [
    [{ anchor: '2' }, [2]],
    [{ anchor: ' +2 ' }, [2]],
    [{ anchor: 'newest', num_before: '1' }, [3]],
    [{ anchor: '99999999999999999999999', num_before: '1' }, [3]],
    [{ anchor: 'oldest', num_after: '1' }, [1]],
    [{ anchor: '-5', num_after: '1' }, [1]],
    [{ anchor: 'first_unread', num_after: '1' }, [1, 2]],
    [{ use_first_unread_anchor: 'true' }, [1]],
    [{ use_first_unread_anchor: 'true', anchor: '3' }, [1]],
    [{ use_first_unread_anchor: 'false', anchor: '3' }, [3]],
    [{ anchor: 'newest', num_before: '9', narrow: '[["is","private"]]' }, [2]],
    [{ anchor: 'newest', num_before: '4000', num_after: '1000', narrow: '[]' }, [1, 2, 3]],
  ];
  for (const [sent, ids] of anchors)
    it(`lists by ${JSON.stringify(sent)}`, async () => {
      expect(await listed(sent)).to.deep.equal(ids);
    });

  const wrong: [Record<string, string>, object][] = [
    [{}, { status: 400, code: 'BAD_REQUEST', msg: "Missing 'anchor' argument." }],
    [{ anchor: 'middle' }, { status: 400, code: 'BAD_REQUEST', msg: 'Invalid anchor' }],
    [{ anchor: '' }, { status: 400, code: 'BAD_REQUEST', msg: 'Invalid anchor' }],
    [{ anchor: '1.5' }, { status: 400, code: 'BAD_REQUEST', msg: 'Invalid anchor' }],
    [{ anchor: 'toString' }, { status: 400, code: 'BAD_REQUEST', msg: 'Invalid anchor' }],
    [
      { anchor: '1', num_before: '-1' },
      { status: 400, code: 'REQUEST_VARIABLE_INVALID' },
    ],
    [
      { anchor: '1', num_after: 'abc' },
      { status: 400, code: 'REQUEST_VARIABLE_INVALID' },
    ],
    [
      { anchor: '1', narrow: '{}' },
      { status: 400, code: 'REQUEST_VARIABLE_INVALID' },
    ],
    [
      { anchor: '1', narrow: '[["x","y"]]' },
      { code: 'narrow-invalid', desc: 'unknown operator x' },
    ],
  ];
  for (const [sent, problem] of wrong)
    it(`refuses ${JSON.stringify(sent)}`, async () => {
      expect(await listed(sent)).to.deep.include(problem);
    });

  it('limits the number of messages, with an error without a code', async () => {
    expect(await listed({ anchor: '1', num_before: '5000', num_after: '1' })).to.deep.equal({
      status: 400,
      msg: 'Too many messages requested (maximum 5000).',
    });
  });

  it('answers as declared, with edits and search matches', async () => {
    const answer = await asked('/messages', {
      anchor: 'newest',
      num_before: '1',
      num_after: '0',
      narrow: '[["search","blue"]]',
    });
    expect((answer.messages as object[])[0]).to.include.all.keys(
      'edit_history',
      'last_edit_timestamp',
      'match_content',
    );
  });

  it('matches a narrow among given messages', async () => {
    const { messages } = await asked('/messages/matches_narrow', { msg_ids: '[1,2,3,4]', narrow: '[["stream","c"]]' });
    expect(Object.keys(messages as object)).to.deep.equal(['1', '3']);
    expect(await asked('/messages/matches_narrow', { msg_ids: '[1]' })).to.include({
      code: 'REQUEST_VARIABLE_MISSING',
    });
    expect(await asked('/messages/matches_narrow', { msg_ids: '7', narrow: '[]' })).to.include({
      msg: 'msg_ids is not a list',
    });
  });

  it('reads one message and its history', async () => {
    expect(await asked('/messages/:message_id', { message_id: '3' })).to.deep.equal({ raw_content: 'blue' });
    expect(await asked('/messages/:message_id', { message_id: '9' })).to.deep.equal({ code: 'message-missing' });
    expect(await asked('/messages/:message_id', { message_id: 'x' })).to.include({ code: 'REQUEST_VARIABLE_INVALID' });
    const { message_history } = await asked('/messages/:message_id/history', { message_id: '3' });
    expect(message_history).to.have.length(2);
  });

  it('renders a text, unless it is longer than a message may be', async () => {
    expect(await asked('/messages/render', { content: 'x' })).to.deep.equal({ rendered: '<p>x</p>' });
    expect(await asked('/messages/render', { content: 'é'.repeat(5001) })).to.deep.equal({
      code: 'message-content-too-long',
      bytesMax: 10_000,
    });
  });
});
