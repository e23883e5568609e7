import { expect } from 'chai';
import { type RealmSample, Samples } from '../../../src/http/operations/samples.ts';
import type { RealmId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';

describe('samples of the service', () => {
  const made = (realms: () => [RealmId, RealmSample][]): Samples => {
    let at = 0;
    const service = () => {
      at += 1;
      return { at, memoryBytes: 1, heapBytes: 1, cpu: 0, busy: 0, lagEvents: 0 };
    };
    const samples = new Samples({ service, realms });
    after(() => samples.stop());
    return samples;
  };
  const [one, other] = [1 as RealmId, 2 as RealmId];

  it('are of the service and of one organization, oldest first', () => {
    let queues = 3;
    const samples = made(() => [
      [one, { queues, lastMessageId: 7 }],
      [other, { queues: 100, lastMessageId: 4711 }],
    ]);
    queues = 4;
    samples.take();
    const service = { memoryBytes: 1, heapBytes: 1, cpu: 0, busy: 0, lagEvents: 0 };
    expect(samples.of(one)).to.deep.equal([
      { at: 1, ...service, queues: 3, lastMessageId: 7 },
      { at: 2, ...service, queues: 4, lastMessageId: 7 },
    ]);
    expect(samples.of(3 as RealmId)[0]).to.not.have.property('queues');
  });

  it('are limited in number (samplesMax)', () => {
    const samples = made(() => []);
    for (let taken = 1; taken < limits.samplesMax; taken += 1) samples.take();
    expect(samples.of(one)[0]?.at).to.equal(1);
    samples.take();
    expect(samples.of(one)).to.have.length(limits.samplesMax);
    expect(samples.of(one)[0]?.at).to.equal(2);
  });

  it('are kept for a limited number of organizations (sampledRealmsMax)', () => {
    const realms = Array.from({ length: limits.sampledRealmsMax + 1 }, (_, at): [RealmId, RealmSample] => [
      at as RealmId,
      { queues: 1, lastMessageId: 0 },
    ]);
    const samples = made(() => realms);
    expect(samples.of((limits.sampledRealmsMax - 1) as RealmId)[0]).to.have.property('queues', 1);
    expect(samples.of(limits.sampledRealmsMax as RealmId)[0]).to.not.have.property('queues');
  });
});
