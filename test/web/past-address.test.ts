/** Addresses of the page as it was, and the marks of its slider. */
import { expect } from 'chai';
import { marksInWords, marksOf } from '../../web/src/audit/look/marks.ts';
import { pastFragment, pastIn } from '../../web/src/model/past-address.ts';

describe('an address of the past', () => {
  it('can be read back from its text', () => {
    for (const address of [
      {
        moment: '0193a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
        asUser: undefined,
        rest: 'narrow/stream/3-general/topic/a.2Fb',
      },
      { moment: '2026-11-22T14:34:00Z', asUser: 17, rest: 'all' },
      { moment: undefined, asUser: undefined, rest: 'all' },
    ])
      expect(pastIn(pastFragment(address))).to.deep.equal(address);
  });

  it('is none for the live page, and shows all messages if it names nothing', () => {
    for (const fragment of ['', '#all', '#narrow/topic/past', '#pastoral', '#audit/trail'])
      expect(pastIn(fragment), fragment).to.equal(undefined);
    expect(pastIn('#past')).to.deep.equal({ moment: undefined, asUser: undefined, rest: 'all' });
    expect(pastIn('#past/%E0%A4%A/all')?.moment).to.equal('%E0%A4%A');
  });
});

describe('the marks of the slider', () => {
  const bucket = (counts: Record<string, number>) => ({ since: '', until: '', counts });
  const buckets = [
    bucket({ 'message.edited': 2 }),
    bucket({}),
    bucket({ 'user.role_changed': 1, 'message.edited': 1 }),
    bucket({ 'message.deleted': 1, 'user.role_changed': 1 }),
  ];

  it('are at events, and show the most important kind of event', () => {
    expect(marksOf(buckets)).to.deep.equal([
      { part: 0.125, kind: 'edit' },
      { part: 0.625, kind: 'role' },
      { part: 0.875, kind: 'deletion' },
    ]);
  });

  it('have descriptions in words', () => {
    expect(marksInWords(buckets)).to.equal('3 edits and moves, 1 deletion, 2 role changes');
  });
});
