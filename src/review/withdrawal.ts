/** Removes the files of exports for review in which something was erased. */
import { endExport } from '../../commands/export/end-export.ts';
import { resultOf } from '../audit/held-deletions.ts';
import type { Executing, Order } from '../engine/decide/executor.ts';
import { isUnderWay } from '../state/exports.ts';
import type { ServerState } from '../state/realm-state.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import type { Erased, ExportFiles } from './export-files.ts';

type WithdrawalParts = { readonly state: ServerState; readonly files: ExportFiles; readonly executor: Executing };

/** Withdraws the finished exports that name something erased. An export still being made starts again by itself. */
export const withdrawal =
  ({ state, files, executor }: WithdrawalParts) =>
  async (realmId: RealmId, erased: Erased, order: Order): Promise<void> => {
    for (const one of [...(state.realms.get(realmId)?.exports.byId.values() ?? [])]) {
      if (isUnderWay(one) || !(await files.names(realmId, one.exportId, erased))) continue;
      resultOf(await executor.execute(endExport, { exportId: one.exportId, cause: 'erased' }, order));
      await files.remove(realmId, one.exportId);
    }
  };
