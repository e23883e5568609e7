import { orderProfileFields } from '../../../commands/realm/order-profile-fields.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { organization, profileField } from '../../support/organization.ts';

const past = [...organization(), profileField(1, 'Motto'), profileField(2, 'Born', 4), profileField(5, 'Phone')];
const asks = askingFor(orderProfileFields, past);

describeCommand(orderProfileFields, () => {
  it('accepts all fields in the new order', () => {
    const first = asks(2, { order: [5, 1, 2] });
    first.thenHappens(appends(logStream.realm(realmId), 'ProfileFieldsReordered', { order: [5, 1, 2] as never }));
    // Not where only some of them stay in their places.
    asks(2, { order: [1, 5, 2] }).thenHappens(
      appends(logStream.realm(realmId), 'ProfileFieldsReordered', { order: [1, 5, 2] as never }),
    );
    first
      .andThen()
      .when(orderProfileFields, { order: [5, 1, 2] }, { actor: 2 })
      .thenNothing();
  });

  it('refuses an order that leaves out a field, names one twice, or names an unknown one', () => {
    for (const order of [[], [1, 2], [1, 2, 2], [1, 2, 9], [1, 2, 5, 5], [1, 2, 5, 9]])
      asks(2, { order }).thenRefused('profile-fields-order');
    asks(3, { order: [9] }).thenRefused('administrator-required');
  });
});
