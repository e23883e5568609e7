import { expect } from 'chai';
import { statusAfter } from '../../src/vocabulary/user-status.ts';

describe('a status', () => {
  it('keeps everything that does not change, and nothing that was removed', () => {
    expect(statusAfter({}, { away: true, text: 'busy' })).to.deep.equal({ away: true, text: 'busy' });
    expect(statusAfter({ away: true, text: 'busy' }, { text: 'here' })).to.deep.equal({ away: true, text: 'here' });
    expect(statusAfter({ away: true, text: 'busy' }, { away: false })).to.deep.equal({ text: 'busy' });
    expect(statusAfter({ away: true, text: 'busy' }, { away: false, text: '' })).to.deep.equal({});
  });
});
