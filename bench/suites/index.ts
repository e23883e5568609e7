/** The list of what is measured. */
import type { Suite } from '../ratio.ts';
import { fanningOut } from './fanning-out.ts';
import { flushing } from './flushing.ts';
import { holding } from './holding.ts';
import { reading } from './reading.ts';
import { replaying } from './replaying.ts';
import { sending } from './sending.ts';

export const suites: readonly Suite[] = [sending, flushing, fanningOut, holding, reading, replaying];
