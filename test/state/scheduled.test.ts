import { expect } from 'chai';
import { foldAggregate } from '../../src/define/handlers.ts';
import { scheduledHistory, schedulingClaim } from '../../src/state/scheduled.ts';
import type { EventId, MessageId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId, recorded, stateAfter, testNow } from '../support/given.ts';
import { leafIn } from '../support/leaf-in.ts';
import { deletes, founded, inTopic, newUser, opened, sends } from '../support/past-events.ts';
import {
  scheduledClaimed,
  scheduledEnds,
  scheduledId,
  scheduledStream,
  schedules,
} from '../support/scheduled-writes.ts';

describe('scheduled messages in the state', () => {
  it('are those that have not ended; ids are not used again', () => {
    const past = [founded(), ...newUser(1), opened(1, 'general', [1])];
    const { scheduled } = stateAfter([
      ...past,
      schedules(1, 1, inTopic(1, 'x')),
      schedules(2, 1, inTopic(1, 'x'), { deliverAt: 77 }),
      scheduledEnds(1, 1),
      scheduledEnds(3, 1),
    ]);
    expect([...scheduled.byId.values()]).to.deep.equal([{ scheduledId: scheduledId(2), senderId: 1, deliverAt: 77 }]);
    expect(scheduled.idMax).to.equal(3);
    expect(stateAfter(past).scheduled.byId.size).to.equal(0);
    const alone = [schedules(2, 1, inTopic(1, 'x')), schedules(1, 1, inTopic(1, 'x'))];
    expect(stateAfter([...past, ...alone]).scheduled.idMax).to.equal(2);
    expect(testNow).to.be.greaterThan(77);
  });
});

const place = inTopic(1, 'x');
const ofMessage = '00000000-0000-4000-8000-00000000000a' as EventId;
const other = '00000000-0000-4000-8000-00000000000b' as EventId;
const withId = (event: Given, id: EventId): Given => ({ ...event, id });
/** All that is left of what had these events. */
const leaving = (event: Given, ...ids: EventId[]): Given => ({
  ...event,
  event: { ...event.event, data: { ...event.event.data, leaves: ids.map(leafWith) } } as Given['event'],
});
const leafWith = (id: EventId) => leafIn(recorded([withId(sends(5, 1, place), id)])[0] as never) as never;

describe('the history of a scheduled message', () => {
  const history = (...events: Given[]) => foldAggregate(scheduledHistory, recorded(events));
  const claimed = [schedules(3, 1, place), scheduledClaimed(3, 5, ofMessage)];

  it('has the text, the ids for the message, and its own events', () => {
    expect(history()).to.deep.equal({ scheduled: undefined, claim: undefined, hasEnded: false, events: [] });
    const own = history(...claimed);
    expect(own.scheduled?.data).to.deep.include({ scheduledId: 3, content: 'later 3' });
    expect(own.claim).to.deep.equal({ status: 'claimed', messageId: 5, eventId: ofMessage });
    expect(own.events.map(({ type }) => type)).to.deep.equal(['MessageScheduled', 'ScheduledMessageClaimed']);
    expect(own.hasEnded).to.equal(false);
    expect(history(scheduledClaimed(3, 5, ofMessage, 'too late')).claim?.obstacle).to.equal('too late');
  });

  it('knows whether the message with these ids is in the log, or another one', () => {
    const status = (...events: Given[]) => history(...claimed, ...events).claim?.status;
    expect(status(withId(sends(5, 1, place), ofMessage))).to.equal('appended');
    expect(status(withId(sends(5, 2, place), other))).to.equal('taken');
    expect(status(leaving(deletes(5, 1, place), other, ofMessage))).to.equal('appended');
    expect(status(deletes(5, 1, place))).to.equal('taken');
    const withMessage = withId(sends(5, 1, place), ofMessage);
    expect(status(withMessage, deletes(5, 1, place))).to.equal('appended');
    expect(history(withMessage).claim).to.equal(undefined);
  });

  it('knows under which of the claims of one id the message is in the log', () => {
    const again = [...claimed, scheduledClaimed(3, 5, other, 'too late')];
    const claim = (...events: Given[]) => history(...again, ...events).claim;
    expect(claim()).to.deep.equal({ status: 'claimed', messageId: 5, eventId: other, obstacle: 'too late' });
    const sent = { status: 'appended', messageId: 5, eventId: ofMessage };
    expect(claim(withId(sends(5, 1, place), ofMessage))).to.deep.equal(sent);
    expect(claim(leaving(deletes(5, 1, place), ofMessage))).to.deep.equal(sent);
    const notSent = { status: 'appended', messageId: 5, eventId: other, obstacle: 'too late' };
    expect(claim(withId(sends(5, 1, place), other))).to.deep.equal(notSent);
    expect(
      history(...again, scheduledClaimed(3, 6, other), withId(sends(6, 1, place), ofMessage)).claim?.status,
    ).to.equal('taken');
  });

  it('ends, and leads to the message that it becomes', () => {
    expect(history(...claimed, scheduledEnds(3, 1))).to.include({ hasEnded: true });
    expect(history(...claimed, scheduledEnds(3, 1)).events).to.have.length(2);
    expect(scheduledHistory.leadsTo?.(history(...claimed), realmId)).to.equal(
      logStream.message(realmId, 5 as MessageId),
    );
    expect(scheduledHistory.leadsTo?.(history(), realmId)).to.equal(undefined);
  });
});

describe('the claim of a request that schedules a message', () => {
  const claimStream = logStream.request(realmId, 'k');
  const named = { fingerprint: 'f', scheduledId: scheduledId(3), eventId: ofMessage } as never;
  const claims = happened(claimStream, 'SchedulingClaimed', named, { at: 7 });
  const claim = (...events: Given[]) => foldAggregate(schedulingClaim, recorded(events));

  it('is open until the message is scheduled, or another one has its id', () => {
    expect(claim()).to.deep.equal({ status: 'unclaimed' });
    expect(claim(claims)).to.deep.equal({ status: 'claimed', claim: { ...(named as object), at: 7 } });
    expect(claim(claims, withId(schedules(3, 1, place), ofMessage)).status).to.equal('done');
    expect(claim(claims, withId(schedules(3, 1, place), other)).status).to.equal('taken');
    expect(claim(claims, leaving(scheduledEnds(3, 1), ofMessage)).status).to.equal('done');
    expect(claim(claims, scheduledEnds(3, 1)).status).to.equal('taken');
    expect(claim(schedules(3, 1, place)).status).to.equal('unclaimed');
    expect(claim(claims, withId(schedules(3, 1, place), ofMessage), scheduledEnds(3, 1)).status).to.equal('done');
  });

  it('leads to the scheduled message that it names, and to nothing if the key belongs to another request', () => {
    expect(schedulingClaim.leadsTo?.(claim(claims), realmId)).to.equal(scheduledStream(3));
    expect(schedulingClaim.leadsTo?.(claim(), realmId)).to.equal(undefined);
    const sends = { fingerprint: 'f', messageId: 5 as MessageId, eventId: ofMessage } as never;
    const sent = claim(happened(claimStream, 'RequestClaimed', sends, { at: 8 }));
    expect(sent).to.deep.equal({ status: 'other', claim: { at: 8 } });
    expect(schedulingClaim.leadsTo?.(sent, realmId)).to.equal(undefined);
  });
});
