/** Assertions about whole answers. A refusal must have exactly the expected fields. */
import { expect } from 'chai';
import type { Answer, Loose } from './client.ts';

/** Asserts success. Returns the fields of the answer. */
export function succeeded(answer: Answer): Loose {
  const { status, body } = answer;
  // The text of a large answer takes longer than all else that is done with it.
  if (status !== 200) expect.fail(`${status} ${JSON.stringify(body)}`);
  expect(body).to.include({ result: 'success', msg: '' });
  return answer.body;
}

/** Asserts a refusal with exactly these fields and `result`. If `fields` has no `code`, the answer must not have one. */
export function refused(answer: Answer, fields: Readonly<Record<string, unknown>>, status = 400): void {
  expect({ status: answer.status, body: answer.body }).to.deep.equal({ status, body: { result: 'error', ...fields } });
}

/** Asserts a refusal with the code BAD_REQUEST, which is the most frequent one. */
export const badRequest = (answer: Answer, msg: string): void => refused(answer, { code: 'BAD_REQUEST', msg });
