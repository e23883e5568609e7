import { expect } from 'chai';
import {
  daysKept,
  isRunTakenBack,
  keptUntil,
  nextRunAt,
  runUnderWay,
  scopesKept,
  targetOfRun,
} from '../../src/state/retention.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { inAudit } from '../support/audit-writes.ts';
import { erasureAsked } from '../support/erasure-writes.ts';
import { at, type Given, stateAfter } from '../support/given.ts';
import { channel, organization } from '../support/organization.ts';
import { opened } from '../support/past-events.ts';
import { retentionChanged, settingsChanged } from '../support/writes.ts';

const day = 24 * 60 * 60 * 1000;
const stateOf = (...events: Given[]) =>
  stateAfter([...organization(), opened(1, 'a', []), opened(2, 'b', []), ...events]);
/** The organization keeps messages for this many days. */
const keeps = (days: number, moment = 5) => at(settingsChanged({ message_retention_days: days }), moment);
const inStream = { kind: 'channel', channelId: channel(1), topic: null, until: 9 } as const;
const begun = (moment: number, days = 30, target: object = inStream) =>
  at(erasureAsked(1, { target: target as never, retention: { days } }), moment);
const done = (messages: number, target: object = inStream, retention: object | null = { days: 30 }): Given =>
  inAudit('ErasureCompleted', {
    erasureId: 1 as never,
    reason: 'kept long enough',
    basis: 'policy',
    target: target as never,
    requestedBy: null,
    messages,
    events: 1,
    bytes: 1,
    files: 0,
    held: 0,
    ...(retention && { retention: retention as never }),
  });

describe('how long messages are kept', () => {
  it('is the setting of their stream or else of the organization; for ever if neither is set', () => {
    const days = (...events: Given[]) =>
      ([0, channel(1), channel(9)] as const).map((one) => daysKept(stateOf(...events), one));
    expect(days()).to.deep.equal([undefined, undefined, undefined]);
    expect(days(keeps(30))).to.deep.equal([30, 30, undefined]);
    expect(days(keeps(30), retentionChanged(1, 7))).to.deep.equal([30, 7, undefined]);
    expect(days(keeps(30), retentionChanged(1, -1))).to.deep.equal([30, undefined, undefined]);
    expect(days(retentionChanged(1, 7))).to.deep.equal([undefined, 7, undefined]);
  });

  it('lists the places in which they are not kept for ever', () => {
    expect([...scopesKept(stateOf(retentionChanged(2, 7)))]).to.deep.equal([2]);
    expect([...scopesKept(stateOf(keeps(30), retentionChanged(2, -1)))]).to.deep.equal([0, 1]);
  });

  it('is counted in whole days back from now', () => {
    expect(keptUntil(2, 3 * day)).to.equal(day);
  });
});

describe('a retention run', () => {
  it('is due a day after the days were set, for the stream or the organization', () => {
    expect(nextRunAt(stateOf(), channel(1))).to.equal(day);
    expect(nextRunAt(stateOf(keeps(30, 5)), channel(1))).to.equal(5 + day);
    const both = [keeps(30, 5), at(retentionChanged(1, 7), 9)];
    expect(nextRunAt(stateOf(...both), channel(1))).to.equal(9 + day);
    expect(nextRunAt(stateOf(...both), channel(2))).to.equal(5 + day);
    expect(nextRunAt(stateOf(...both, at(settingsChanged({ default_language: 'de' }), 77)), 0)).to.equal(5 + day);
    const created = opened(3, 'c', []);
    const kept = {
      ...created,
      event: { ...created.event, data: { ...created.event.data, retentionDays: 7 } } as never,
    };
    expect(nextRunAt(stateOf(at(kept, 12)), channel(3))).to.equal(12 + day);
    expect(nextRunAt(stateOf(at(created, 12)), channel(3))).to.equal(day);
  });

  it('is due a day after the last one began, and at once after one that reached its limit', () => {
    const ran = (messages: number, moment = 70) =>
      nextRunAt(stateOf(keeps(30), begun(moment), done(messages)), channel(1));
    expect(ran(1)).to.equal(70 + day);
    expect(ran(limits.retentionRunMax - 1)).to.equal(70 + day);
    expect(ran(limits.retentionRunMax)).to.equal(5 + day);
    expect(nextRunAt(stateOf(keeps(30), begun(70)), channel(1))).to.equal(70 + day);
    expect(nextRunAt(stateOf(keeps(30), at(done(1), 80)), channel(1))).to.equal(80 + day);
    // Not of that place, and not of somebody's own.
    expect(nextRunAt(stateOf(keeps(30), begun(70), done(1)), channel(2))).to.equal(5 + day);
    const own = [at(erasureAsked(1, { target: inStream }), 70), at(done(1, inStream, null), 80)];
    expect(nextRunAt(stateOf(keeps(30), ...own), channel(1))).to.equal(5 + day);
    const inPrivate = { kind: 'private', until: 9 };
    expect(nextRunAt(stateOf(keeps(30), begun(70, 30, inPrivate), done(1, inPrivate)), 0)).to.equal(70 + day);
  });

  it('is one at a time', () => {
    expect(runUnderWay(stateOf(erasureAsked(1)))).to.equal(undefined);
    expect(runUnderWay(stateOf(begun(70)))?.retention).to.deep.equal({ days: 30 });
    expect(runUnderWay(stateOf(begun(70), done(1)))).to.equal(undefined);
  });

  it('ends if messages must be kept for longer than when it began', () => {
    const isTakenBack = (...events: Given[]) => {
      const state = stateOf(keeps(30), ...events);
      const [run] = state.erasures.byId.values();
      return run && isRunTakenBack(state, run);
    };
    expect(isTakenBack(begun(70))).to.equal(false);
    expect(isTakenBack(begun(70), retentionChanged(1, 29))).to.equal(false);
    expect(isTakenBack(begun(70), retentionChanged(1, 31))).to.equal(true);
    expect(isTakenBack(begun(70), retentionChanged(1, -1))).to.equal(true);
    expect(isTakenBack(begun(70), retentionChanged(2, -1))).to.equal(false);
    expect(isTakenBack(erasureAsked(1, { target: inStream }), retentionChanged(1, -1))).to.equal(false);
  });

  it('covers private messages, or all messages of a stream, up to its time', () => {
    expect(targetOfRun(0, 5)).to.deep.equal({ kind: 'private', until: 5 });
    expect(targetOfRun(channel(1), 9)).to.deep.equal(inStream);
  });
});
