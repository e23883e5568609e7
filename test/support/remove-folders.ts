/** Mocha loads this file before the tests (`.mocharc.json`). In parallel mode the hook runs after each file. */
import { removeTemporaryFolders } from './temporary-folder.ts';

export const mochaHooks = { afterAll: removeTemporaryFolders };
