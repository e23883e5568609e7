import { expect } from 'chai';
import { foldAggregate, handlerOf } from '../../src/define/handlers.ts';
import type { Planned } from '../../src/define/planned.ts';
import {
  actionClaimed,
  actionFinished,
  policyClaim,
  policyProgress,
  policyStarted,
} from '../../src/state/policy-claims.ts';
import type { EventId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, realmId, recorded } from '../support/given.ts';

const cause = '00000000-0000-4000-8000-000000000009' as EventId;
const stream = logStream.policyClaim(realmId, cause, 'echo.7');
const plan: Planned[] = [{ command: 'end-appointment', input: { userId: 3 as UserId } }];
const claimed: Given = { stream, event: actionClaimed('echo.7', cause, plan) };
const finished: Given = { stream, event: actionFinished('echo.7', cause) };
const claimAfter = (...events: Given[]) => foldAggregate(policyClaim, recorded(events));

describe('the claim on a policy action', () => {
  it('is unclaimed, claimed with its plan, and finished', () => {
    expect(claimAfter()).to.deep.equal({ status: 'unclaimed' });
    expect(claimAfter(claimed)).to.deep.equal({ status: 'claimed', plan, revision: 0 });
    expect(claimAfter(claimed, finished)).to.deep.equal({ status: 'finished', revision: 1, hasPlan: true });
    expect(claimAfter(finished)).to.deep.equal({ status: 'finished', revision: 0, hasPlan: false });
  });

  it('has the newest plan and its revision', () => {
    const again: Given = { stream, event: actionClaimed('echo.7', cause, []) };
    expect(claimAfter(claimed, again)).to.deep.equal({ status: 'claimed', plan: [], revision: 1 });
  });

  it('names the action and its cause in the events', () => {
    expect(claimed.event.data).to.deep.equal({ policy: 'echo.7', causedBy: cause, plan });
    expect(finished.event.data).to.deep.equal({ policy: 'echo.7', causedBy: cause });
  });
});

describe('the progress of policies in the log', () => {
  it('records when a policy started, and which claims are finished', () => {
    const logged: unknown[] = [];
    const progress = {
      started: (policy: string, position: number) => logged.push(['started', policy, position]),
      finished: (claim: string) => logged.push(['finished', claim]),
    };
    const started: Given = { stream: logStream.policy('echo'), event: policyStarted('echo') };
    for (const event of recorded([started, claimed, finished])) handlerOf(policyProgress, event)?.(event, progress);
    expect(logged).to.deep.equal([
      ['started', 'echo', 1],
      ['finished', stream],
    ]);
  });
});
