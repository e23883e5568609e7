import { deleteLinkifier } from '../../../commands/realm/delete-linkifier.ts';
import type { LinkifierId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { linkifierCreated } from '../../support/writes.ts';

const past = [...organization(), linkifierCreated(2, 'T(?P<id>[0-9])')];
const asks = askingFor(deleteLinkifier, past);
const wish = (id: number) => ({ linkifierId: id as LinkifierId });

describeCommand(deleteLinkifier, () => {
  it('records the former pattern, and finds nothing the second time', () => {
    const first = asks(2, wish(2));
    const data = { linkifierId: 2 as LinkifierId, pattern: 'T(?P<id>[0-9])' };
    first.thenHappens(appends(logStream.realm(realmId), 'LinkifierDeleted', data));
    first.andThen().when(deleteLinkifier, wish(2), { actor: 2 }).thenRefused('linkifier-missing');
    asks(2, wish(0)).thenRefused('linkifier-missing');
  });

  it('is only for administrators', () => {
    for (const id of [2, 9]) asks(3, wish(id)).thenRefused('administrator-required');
  });
});
