import { expect } from 'chai';
import { z } from 'zod';
import { ClientGone } from '../../../src/http/request/body-errors.ts';
import { LongAnswers } from '../../../src/http/response/long-answers.ts';
import { endpoints } from '../../../src/http/routes/index.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { Refused } from '../../../src/vocabulary/refusals.ts';
import { founded, newUser } from '../../support/past-events.ts';
import { echo } from '../echo.ts';
import { as, ask, startApp } from '../stub-app.ts';

const realmOf = (users: number, channels: number) =>
  ({ directory: { accounts: { size: users } }, channels: { byId: { size: channels } } }) as never;
const large = realmOf(limits.longAnswersFrom - 1, 1);

/** Long answers, each of which ends on request. */
function making(realm = large) {
  const answers = new LongAnswers();
  const made: string[] = [];
  const thrown: unknown[] = [];
  const ends: (() => void)[] = [];
  const make = (payer: string, context = { req: { socket: { destroyed: false } } }): void => {
    const one = (): Promise<void> => {
      made.push(payer);
      return new Promise((end) => void ends.push(end));
    };
    void answers.inTurn(context as never, realm, payer, one).catch((error: unknown) => thrown.push(error));
  };
  const end = async (): Promise<void> => {
    ends.shift()?.();
    await new Promise((next) => setImmediate(next));
  };
  return { make, end, made, thrown };
}

describe('answers that list everybody', () => {
  it('are made a few at a time in a large organization, and users take turns (longAnswersAtOnceMax)', async () => {
    const { make, end, made } = making();
    for (let count = 0; count < limits.longAnswersAtOnceMax + 10; count += 1) make('greedy');
    make('other');
    expect(made).to.have.length(limits.longAnswersAtOnceMax);
    await end();
    await end();
    expect(made.slice(limits.longAnswersAtOnceMax)).to.deep.equal(['greedy', 'other']);
  });

  it('are refused if too many wait, to the user with the most (longAnswersWaitingMax)', async () => {
    const { make, end, made, thrown } = making();
    for (let count = 0; count < limits.longAnswersAtOnceMax + limits.longAnswersWaitingMax; count += 1) make('greedy');
    make('other');
    make('greedy');
    await end();
    await end();
    expect(made.at(-1)).to.equal('other');
    expect(thrown).to.have.length(2);
    for (const one of thrown)
      expect(one).to.be.instanceOf(Refused).and.have.nested.property('refusal.code', 'unavailable');
  });

  it('are not made for clients that have left while they waited', async () => {
    const { make, end, made, thrown } = making();
    for (let count = 0; count < limits.longAnswersAtOnceMax; count += 1) make('a');
    make('gone', { req: { socket: { destroyed: true } } });
    await end();
    expect(made).not.to.include('gone');
    expect(thrown[0]).to.be.instanceOf(ClientGone);
  });

  it('are made at once in a small organization (longAnswersFrom)', () => {
    const { make, made } = making(realmOf(limits.longAnswersFrom - 2, 1));
    for (let count = 0; count < limits.longAnswersAtOnceMax + 10; count += 1) make('a');
    expect(made).to.have.length(limits.longAnswersAtOnceMax + 10);
  });

  it('are registrations with a state, and lists of users, streams and subscriptions', () => {
    const long = (parameters: object) =>
      endpoints.filter(({ listsMany }) => listsMany?.(parameters as never)).map(({ id }) => id);
    expect(long({})).to.have.members(['getUsers', 'getStreams', 'getStreamMembers', 'getSubscriptions', 'register']);
    expect(long({ fetch_event_types: [] })).not.to.include('register');
  });

  it('count as more requests of the caller (answerBytesPerRequest)', async () => {
    const filling = 'x'.repeat(3 * limits.answerBytesPerRequest);
    const app = await startApp(
      [
        echo('GET', '/long', z.object({}), { access: 'user', handle: async () => ({ filling }) }),
        echo('GET', '/short', z.object({}), { access: 'user' }),
      ],
      [founded(), ...newUser(1)],
      { VERBATIM_REQUESTS_PER_MINUTE_MAX: '200' },
    );
    const left = async (path: string): Promise<number> =>
      Number((await ask(app, path, { headers: as(1) })).headers['x-ratelimit-remaining']);
    const before = await left('/api/v1/short');
    await left('/api/v1/long');
    expect(before - (await left('/api/v1/short'))).to.equal(2 + 3);
    await app.close();
  });
});
