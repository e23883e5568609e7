/**
 * Mocha loads this file before the tests (`.mocharc.json`). Properties use the seed of the run, so that the tests of a commit give the same
 * answer each time. `SEED=random` uses a new seed; it is printed with each failure.
 */
import fc from 'fast-check';
import { seedOfRun } from '../simulation/chance.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seedOfRun() });
