/** The checker of the soak test must detect faults. */
import { expect } from 'chai';
import { Ledger } from './ledger.ts';

const sent = (id: number) => ({ id, content: `message ${id}`, audience: [7] });

describe('the ledger of the soak', () => {
  const kept = (): Ledger => {
    const ledger = new Ledger();
    for (const id of [1, 2]) {
      ledger.acknowledge('room', sent(id), 10);
      ledger.deliver(7, id, 11);
    }
    return ledger;
  };
  const listing = [1, 2].map((id) => ({ id, content: `message ${id}` }));

  it('reports nothing if everything was delivered and is listed', () => {
    const ledger = kept();
    // Delivered before the sender had its answer.
    ledger.deliver(7, 3, 12);
    ledger.acknowledge('room', sent(3), 13);
    ledger.settle(100);
    ledger.compare(
      'room',
      [...listing, { id: 3, content: 'message 3' }, { id: 4, content: 'without an answer' }],
      0,
      50,
    );
    expect(ledger.faults).to.deep.equal([]);
    expect(ledger.owed).to.equal(0);
  });

  it('reports a message that was not delivered in time', () => {
    const ledger = kept();
    ledger.acknowledge('room', sent(3), 20);
    ledger.settle(20);
    expect(ledger.faults).to.deep.equal([]);
    ledger.settle(21);
    expect(ledger.faults).to.deep.equal(['user 7 did not get message 3']);
  });

  it('reports a message that arrives twice or late, unless it comes from the next queue', () => {
    const ledger = kept();
    ledger.deliver(7, 2, 30);
    expect(ledger.faults).to.deep.equal(['user 7 got message 2 after message 2']);
    ledger.changedQueue(7);
    ledger.deliver(7, 1, 31);
    ledger.deliver(7, 2, 31);
    expect(ledger.faults).to.have.length(1);
  });

  it('reports a message that is not listed, listed twice, out of order, or with other content', () => {
    const faultsOf = (listed: typeof listing): string[] => {
      const ledger = kept();
      ledger.compare('room', listed, 0, 50);
      return ledger.faults;
    };
    expect(faultsOf(listing.slice(1))).to.deep.equal(['room: acknowledged message 1 is not listed']);
    expect(faultsOf([...listing, ...listing.slice(1)])).to.include('room: a message is listed twice');
    expect(faultsOf([...listing].reverse())).to.include('room: message 1 is listed out of order');
    expect(faultsOf([listing[0], { id: 2, content: 'other' }] as typeof listing)).to.deep.equal([
      'room: message 2 is listed with another content',
    ]);
  });

  it('accepts either content of a message while its edit is not answered, and only the new one after it', () => {
    const ledger = kept();
    const edited = [listing[0], { id: 2, content: 'edited' }] as typeof listing;
    ledger.mayBecome('room', 2, 'edited');
    ledger.compare('room', listing, 0, 50);
    ledger.compare('room', edited, 0, 50);
    expect(ledger.faults).to.deep.equal([]);
    ledger.became('room', 2, 'edited', 60);
    ledger.compare('room', edited, 0, 61);
    // Asked for before the edit was answered.
    ledger.compare('room', listing, 0, 59);
    expect(ledger.faults).to.deep.equal([]);
    ledger.compare('room', listing, 0, 61);
    expect(ledger.faults).to.deep.equal(['room: message 2 is listed with another content']);
  });
});
