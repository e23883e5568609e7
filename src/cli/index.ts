/** Every subcommand of `verbatim`. */

import { backup } from './backup.ts';
import { config } from './config.ts';
import { diff } from './diff.ts';
import { exportHistory } from './export.ts';
import { importHistory } from './import.ts';
import { ledgerWitness } from './ledger-witness.ts';
import { log } from './log.ts';
import { realmCreate, realmDeactivate, realmList, realmReactivate, realmRename } from './realm.ts';
import { rebuild } from './rebuild.ts';
import { rebuildModels } from './rebuild-models.ts';
import { documents, end } from './replay/live-documents.ts';
import { look } from './replay/live-history.ts';
import { beginTrail, pageOfTrail } from './replay/trail-pages.ts';
import { replay } from './replay.ts';
import { restore } from './restore.ts';
import { retention } from './retention.ts';
import { reviewExport } from './review-export.ts';
import { scrub } from './scrub.ts';
import { secretFinish } from './secret-finish.ts';
import { secretReplace } from './secret-replace.ts';
import { serve } from './serve.ts';
import type { OwnSubcommand, Task } from './subcommand.ts';
import { trace } from './trace.ts';
import { apiKey, userCreate, userPassword } from './user.ts';
import { verify } from './verify.ts';

/** Performed by the process that has the data open. */
export const tasks: readonly Task[] = [
  realmCreate,
  realmList,
  realmRename,
  realmDeactivate,
  realmReactivate,
  userCreate,
  userPassword,
  apiKey,
  secretReplace,
  secretFinish,
  scrub,
  retention,
  exportHistory,
  reviewExport,
  importHistory,
  backup,
  ledgerWitness,
  look,
  end,
  documents,
  rebuildModels,
  beginTrail,
  pageOfTrail,
];

/** Subcommands that run in the process the operator started. */
export const ownSubcommands: readonly OwnSubcommand[] = [
  serve(tasks),
  config,
  restore,
  replay,
  log,
  diff,
  verify,
  trace,
  rebuild,
];
