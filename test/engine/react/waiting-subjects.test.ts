import { expect } from 'chai';
import { WaitingSubjects } from '../../../src/engine/react/waiting-subjects.ts';

describe('actions that wait on one subject', () => {
  it('are limited; the first one beyond the limit is reported', () => {
    const subjects = new WaitingSubjects();
    const admitted = ['a', 'b', 'a', 'c', 'd'].map((action) => subjects.admit('bot', action, 2));
    expect(admitted).to.deep.equal(['waits', 'waits', 'waits-already', 'first-too-many', 'too-many']);
    expect(subjects.admit('another', 'a', 2)).to.equal('waits');
  });

  it('make room when they leave; the limit is reported again once none is waiting', () => {
    const subjects = new WaitingSubjects();
    const admit = (action: string) => subjects.admit('bot', action, 1);
    expect([admit('a'), admit('b')]).to.deep.equal(['waits', 'first-too-many']);
    subjects.leave('bot', 'a');
    expect([admit('c'), admit('d')]).to.deep.equal(['waits', 'first-too-many']);
    expect(admit('e')).to.equal('too-many');
  });

  it('are not limited if there is no limit', () => {
    const subjects = new WaitingSubjects();
    for (let action = 0; action < 1_000; action += 1)
      expect(subjects.admit('message', String(action), undefined)).to.equal('waits');
  });
});
