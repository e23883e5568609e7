import { expect } from 'chai';
import { feedOf } from '../support/feed.ts';
import { testNow } from '../support/given.ts';
import { organization } from '../support/organization.ts';
import { realmExportAsked, realmExportDeleted, realmExportDownloaded } from '../support/realm-export-writes.ts';

describe('client events about exports of what every member may read', () => {
  it('send administrators the whole list, and nobody else', () => {
    const past = [
      realmExportAsked(1),
      realmExportDownloaded(1),
      realmExportAsked(2),
      realmExportDeleted(1, testNow + 5),
    ];
    const feed = feedOf(organization(), past);
    const receivedBy = (id: number) =>
      feed
        .receivedBy(id)
        .map(({ type, exports }) => (type === 'realm_export' ? exports : type))
        .map((exports) => exports as { [name: string]: unknown }[]);
    const first = {
      id: 1,
      export_time: testNow / 1000,
      acting_user_id: 2,
      export_url: '/api/v1/export/realm/1/file',
      deleted_timestamp: null,
      failed_timestamp: null,
      pending: false,
    };
    const pending = { pending: true, export_url: null };
    const second = { ...first, id: 2, export_url: '/api/v1/export/realm/2/file' };
    const deleted = { export_url: null, deleted_timestamp: (testNow + 5) / 1000 };
    expect(receivedBy(2)).to.deep.equal([
      [{ ...first, ...pending }],
      [first],
      [first, { ...second, ...pending }],
      [first, second],
      [{ ...first, ...deleted }, second],
    ]);
    expect([receivedBy(3), receivedBy(4)]).to.deep.equal([[], []]);
  });
});
