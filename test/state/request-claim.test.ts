import { expect } from 'chai';
import { foldAggregate } from '../../src/define/handlers.ts';
import { requestClaim } from '../../src/state/request-claim.ts';
import type { EventId, MessageId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId, recorded, stateAfter } from '../support/given.ts';
import { deletes, edits, inTopic, sends } from '../support/past-events.ts';

const stream = logStream.request(realmId, 'key');
const place = inTopic(1, 'Lunch');
/** That of the second event. */
const second = '00000000-0000-4000-8000-000000000002' as EventId;
const claims = (messageId: number, eventId = second): Given =>
  happened(stream, 'RequestClaimed', { fingerprint: 'f', messageId: messageId as MessageId, eventId });
const claimAfter = (...past: Given[]) => foldAggregate(requestClaim, recorded(past));

describe('the claim of a request', () => {
  it('is unclaimed, claimed, and sent', () => {
    expect(claimAfter()).to.deep.equal({ status: 'unclaimed' });
    expect(claimAfter(claims(4))).to.deep.include({ status: 'claimed' });
    expect(claimAfter(claims(4), sends(4, 1, place))).to.deep.include({ status: 'sent' });
    expect(claimAfter(claims(4), sends(4, 1, place), edits(4, 1, place, 'b', 'a'))).to.deep.include({ status: 'sent' });
  });

  it('is sent too if only the deletion of the message is left', () => {
    const history = [claims(4), sends(4, 1, place), deletes(4, 1, place)];
    const [claim, , deletion] = recorded(history);
    if (deletion?.type !== 'MessageDeleted' || !claim) throw new Error('no deletion');
    const leaf = { eventId: second, kind: 'message', type: 'MessageSent', at: 1, actor: null, commitment: 'c' };
    const left = { ...deletion, data: { ...deletion.data, leaves: [leaf] } };
    expect(foldAggregate(requestClaim, [claim, left])).to.deep.include({ status: 'sent' });
  });

  it('is of another kind if the key was used to schedule a message', () => {
    const scheduling = { fingerprint: 'f', scheduledId: 3, eventId: second } as never;
    const other = claimAfter(happened(stream, 'SchedulingClaimed', scheduling, { at: 7 }));
    expect(other).to.deep.equal({ status: 'other', claim: { at: 7 } });
    expect(requestClaim.leadsTo?.(other, realmId)).to.equal(undefined);
  });

  it('is taken if another message got the id', () => {
    const other = '00000000-0000-4000-8000-00000000ffff' as EventId;
    expect(claimAfter(claims(4, other), sends(4, 1, place))).to.deep.include({ status: 'taken' });
    expect(claimAfter(claims(4, other), deletes(4, 1, place))).to.deep.include({ status: 'taken' });
  });

  it('leads to the message of the newest claim', () => {
    expect(requestClaim.leadsTo?.(claimAfter(), realmId)).to.equal(undefined);
    expect(requestClaim.leadsTo?.(claimAfter(claims(4), claims(5)), realmId)).to.equal(
      logStream.message(realmId, 5 as MessageId),
    );
  });

  it('reserves its message id, and has no revision in the state', () => {
    const state = stateAfter([claims(9)]);
    expect(state.topics.claimedMessageId).to.equal(9);
    expect([...state.revisions.keys()]).to.not.include(stream);
  });
});
