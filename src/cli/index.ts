/** Every subcommand of `verbatim`. */
import { apiKey } from './api-key.ts';
import { config } from './config.ts';
import { exportHistory } from './export.ts';
import { importHistory } from './import.ts';
import { realmCreate } from './realm-create.ts';
import { scrub } from './scrub.ts';
import { serve } from './serve.ts';
import type { OwnSubcommand, Task } from './subcommand.ts';
import { userCreate } from './user-create.ts';

/** Done by whoever has the data open. */
export const tasks: readonly Task[] = [realmCreate, userCreate, apiKey, scrub, exportHistory, importHistory];

/** Run in their own process. */
export const ownSubcommands: readonly OwnSubcommand[] = [serve(tasks), config];
