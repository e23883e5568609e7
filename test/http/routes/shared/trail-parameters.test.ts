import { expect } from 'chai';
import { objectOf } from '../../../../src/http/routes/shared/trail-parameters.ts';
import { topicId } from '../../../../src/vocabulary/trail/messaging.ts';

describe('objects of the trail', () => {
  it('have the names of the trail: a topic regardless of case, a Greek final sigma included', () => {
    for (const topic of ['Lunch', 'LUNCH', 'lunch'])
      expect(objectOf('topic', `3:${topic}`)).to.deep.equal({ type: 'topic', id: topicId(3, 'lunch') });
    for (const topic of ['ΟΔΟΣ', 'οδος', 'οδοσ'])
      expect(objectOf('topic', `3:${topic}`)).to.deep.equal({ type: 'topic', id: topicId(3, 'ΟΔΟΣ') });
    expect(objectOf('queue', 'A:b')).to.deep.equal({ type: 'queue', id: 'A:b' });
  });
});
