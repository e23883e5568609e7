/** What an answer must be, as a whole: a refusal holds what it promises and nothing else. */
import { expect } from 'chai';
import type { Answer, Loose } from './client.ts';

/** Fails unless it succeeded; gives its fields. */
export function succeeded(answer: Answer): Loose {
  expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  expect(answer.body).to.include({ result: 'success', msg: '' });
  return answer.body;
}

/** Fails unless it was refused with exactly these fields beside `result`; without `code` among them there must be none. */
export function refused(answer: Answer, fields: Readonly<Record<string, unknown>>, status = 400): void {
  expect({ status: answer.status, body: answer.body }).to.deep.equal({ status, body: { result: 'error', ...fields } });
}

/** The refusal that most are. */
export const badRequest = (answer: Answer, msg: string): void => refused(answer, { code: 'BAD_REQUEST', msg });
