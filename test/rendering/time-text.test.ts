import { expect } from 'chai';
import { timeIn } from '../../src/rendering/time-text.ts';

const iso = (text: string): string | undefined => {
  const millis = timeIn(text);
  return millis === undefined ? undefined : new Date(millis).toISOString().replace('.000Z', 'Z');
};

describe('times as people write them', () => {
  it('are a date, a time of day and an offset', () => {
    const forms: readonly (readonly [text: string, time: string])[] = [
      ['2017-12-31', '2017-12-31T00:00:00Z'],
      ['2017-12-31T00:00:00Z', '2017-12-31T00:00:00Z'],
      ['2017-12-31T00:00:00.5+01:00', '2017-12-30T23:00:00.500Z'],
      ['2020-08-03T09:15:00-0700', '2020-08-03T16:15:00Z'],
      ['2020-08-03 09:15 +05', '2020-08-03T04:15:00Z'],
      ['2020/8/3 9:15', '2020-08-03T09:15:00Z'],
      ['8/3/2020 9:15 pm EST', '2020-08-04T02:15:00Z'],
      ['Mon, 03 Aug 2020 09:15:00 GMT', '2020-08-03T09:15:00Z'],
      ['Monday August 3rd, 2020 12am', '2020-08-03T00:00:00Z'],
      ['12 PM UTC 3 sept. 2020', '2020-09-03T12:00:00Z'],
      ['May 5 2020 10:30 UTC+02:00', '2020-05-05T08:30:00Z'],
      ['29 Feb 2020', '2020-02-29T00:00:00Z'],
    ];
    expect(forms.map(([text]) => iso(text))).to.deep.equal(forms.map(([, time]) => time));
  });

  it('are not texts without a whole date, or with one that does not exist', () => {
    for (const text of [
      ...['', '10:30', 'tomorrow', 'Jun 2020', '2020', 'Feb 29 2019', '31 Apr 2020', '2020-13-01', '13/13/2020'],
      ...['2020-08-03 24:00', '2020-08-03 10:60', '2020-08-03 13pm', '2020-08-03 0 am', '2020-08-03 10:00 +15:00'],
      ...['2020-08-03 10:00 10:00', '3 Aug 2020 UTC CET', '3 4 Aug 2020', 'Aug Sep 3 2020', '2020-08-03 constructor'],
      ...['2020-08-03 10:00:00.1234567', 'Mayor 3 2020', '3x Aug 2020', '20170-01-01'],
    ])
      expect(iso(text), text).to.equal(undefined);
  });
});
