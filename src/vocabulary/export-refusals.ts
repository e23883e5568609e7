/** Refusals about exports for review, and about exports of what every member may read. */
export const exportRefusals = {
  'export-names-too-many': { parameter: 'user_ids', max: 500 },
  'export-topic-too-long': { max: 60 },
  'export-user-unknown': { userId: 4711 },
  'export-channel-unknown': { channelId: 4711 },
  'export-ends-before-it-begins': {},
  'exports-too-many': { max: 10 },
  'exports-kept-too-many': { max: 100 },
  'export-missing': {},
  'export-not-ready': { state: 'running' },
  'realm-exports-too-many': {},
  'realm-export-missing': {},
  'realm-export-deleted': {},
  'realm-export-downloads-too-many': { max: 20 },
};
