/** The answers to refusals about exports of what every member may read. */
import { type ProblemsOf, refused } from './problem.ts';

export const realmExportProblems: ProblemsOf<`realm-export${string}`> = {
  'realm-exports-too-many': () => refused('Exceeded rate limit.'),
  'realm-export-missing': () => refused('Invalid data export ID'),
  'realm-export-deleted': () => refused('Export already deleted'),
  'realm-export-downloads-too-many': ({ max }) =>
    refused(`An export can be downloaded ${max} times: ask for another one`),
};
