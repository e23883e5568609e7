/**
 * Mocha loads this file before the tests (`.mocharc.json`). In parallel mode the main process builds the program and the web page once. The workers
 * would otherwise build them at the same time and read what another is writing.
 */
import { build, buildPage, pageState, programState } from './built-program.ts';

export function mochaGlobalSetup(this: { isParallelMode?(): boolean }): void {
  // One process builds the program itself, and only when a test needs it.
  if (this.isParallelMode?.() === false) return;
  process.env[programState] = build() ? 'built' : 'failed';
  process.env[pageState] = process.env[programState] === 'built' && buildPage() ? 'built' : 'failed';
}
