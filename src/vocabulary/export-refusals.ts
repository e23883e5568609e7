/** Refusals about exports for review, and about exports of what every member may read. */
export type ExportRefusal =
  | { readonly code: 'export-names-too-many'; readonly parameter: string; readonly max: number }
  | { readonly code: 'export-topic-too-long'; readonly max: number }
  | { readonly code: 'export-user-unknown'; readonly userId: number }
  | { readonly code: 'export-channel-unknown'; readonly channelId: number }
  | { readonly code: 'export-ends-before-it-begins' }
  | { readonly code: 'exports-too-many'; readonly max: number }
  | { readonly code: 'exports-kept-too-many'; readonly max: number }
  | { readonly code: 'export-missing' }
  | { readonly code: 'export-not-ready'; readonly state: string }
  | { readonly code: 'realm-exports-too-many' }
  | { readonly code: 'realm-export-missing' }
  | { readonly code: 'realm-export-deleted' }
  | { readonly code: 'realm-export-downloads-too-many'; readonly max: number };
