/** The answers to refusals about exports of what every member may read. */
import { type ProblemsOf, refused } from './problem.ts';

export const realmExportProblems: ProblemsOf<`realm-export${string}`> = {
  'realm-exports-too-many': () => refused('Exceeded rate limit.'),
  'realm-export-missing': () => refused('Invalid data export ID', 'export_id'),
  'realm-export-deleted': () => refused('Export already deleted', 'export_id'),
  'realm-export-downloads-too-many': ({ max }) =>
    refused(`An export can be downloaded ${max} times: ask for another one`),
};
