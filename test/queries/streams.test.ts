import { expect } from 'chai';
import { listStreams, type StreamFilters } from '../../src/queries/streams.ts';
import { Refused } from '../../src/vocabulary/refusals.ts';
import { type Given, realmId } from '../support/given.ts';
import { organization, readAfter, user } from '../support/organization.ts';
import { archived, deletes, inTopic, opened, sends } from '../support/past-events.ts';
import { madeDefault } from '../support/writes.ts';

/** Public 1 (member 3 and the guest) and 2 (no subscribers), private 3 (member 3) and 4 (other users), archived 5. */
const past: Given[] = [
  ...organization(),
  opened(1, 'one', [1, 3, 4]),
  opened(2, 'Another', []),
  opened(3, 'secret', [3], { inviteOnly: true }),
  opened(4, 'hidden', [1], { inviteOnly: true }),
  opened(5, 'old', [3]),
  archived(5, 'old'),
  madeDefault(2),
];

const nothing: StreamFilters = {
  includePublic: false,
  includeSubscribed: false,
  includeAllActive: false,
  includeDefault: false,
  includeOwnerSubscribed: false,
};
const usual = { ...nothing, includePublic: true, includeSubscribed: true };

const listed = async (id: number, filters: Partial<StreamFilters> = {}) =>
  listStreams(await readAfter(past), realmId, user(id), { ...nothing, ...filters });
const names = async (id: number, filters: Partial<StreamFilters>) =>
  (await listed(id, filters)).map(({ name }) => name);

describe('GET /streams', () => {
  it('lists public streams, with subscribers or not, and those the caller is in, by name', async () => {
    expect(await names(3, usual)).to.deep.equal(['Another', 'one', 'secret']);
    expect(await names(2, usual)).to.deep.equal(['Another', 'one']);
  });

  it('applies each filter separately', async () => {
    expect(await names(3, {})).to.deep.equal([]);
    expect(await names(3, { includePublic: true })).to.deep.equal(['Another', 'one']);
    expect(await names(3, { includeSubscribed: true })).to.deep.equal(['one', 'secret']);
    expect(await names(3, { includeDefault: true })).to.deep.equal(['Another']);
  });

  it('lists all streams for administrators, and refuses others', async () => {
    expect(await names(2, { includeAllActive: true })).to.deep.equal(['Another', 'hidden', 'one', 'secret']);
    const refused = await listed(3, { includeAllActive: true }).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(Refused).and.to.have.nested.property('refusal.code', 'query-not-authorized');
  });

  it('shows guests only their subscriptions', async () => {
    expect(await names(4, { ...usual, includeDefault: true })).to.deep.equal(['one']);
  });

  it('shows a bot the streams of its owner, and people nothing more', async () => {
    expect(await names(6, { includeOwnerSubscribed: true })).to.deep.equal(['one', 'secret']);
    expect(await names(1, { includeOwnerSubscribed: true })).to.deep.equal([]);
  });

  it('marks default streams on request', async () => {
    const rows = await listed(3, { ...usual, includeDefault: true });
    expect(rows.map(({ is_default }) => is_default)).to.deep.equal([true, false, false]);
    expect((await listed(3, usual))[0]).not.to.have.property('is_default');
  });

  it('has every field', async () => {
    expect((await listed(3, { includeSubscribed: true }))[1]).to.deep.equal({
      stream_id: 3,
      name: 'secret',
      description: '',
      rendered_description: '',
      invite_only: true,
      is_web_public: false,
      stream_post_policy: 1,
      history_public_to_subscribers: false,
      first_message_id: null,
      message_retention_days: null,
      is_announcement_only: false,
    });
  });

  it('has the id of the first message', async () => {
    const messages = [sends(1, 1, inTopic(1, 't')), sends(2, 1, inTopic(1, 't')), sends(3, 1, inTopic(2, 't'))];
    const first = async (...more: Given[]) => {
      const view = await readAfter(past, messages, more);
      const rows = await listStreams(view, realmId, user(3), { ...nothing, includePublic: true });
      return rows.map(({ first_message_id }) => first_message_id);
    };
    expect(await first()).to.deep.equal([3, 1]);
    expect(await first(deletes(1, 1, inTopic(1, 't')), deletes(3, 1, inTopic(2, 't')))).to.deep.equal([null, 2]);
  });
});
