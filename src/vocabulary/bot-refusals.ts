export type BotRefusal =
  | { readonly code: 'bot-requests-refused' }
  | { readonly code: 'bot-missing' }
  | { readonly code: 'bot-role-fixed' }
  | { readonly code: 'bot-username-taken' }
  | { readonly code: 'bot-name-taken' }
  | { readonly code: 'bot-username-invalid' }
  | { readonly code: 'bot-owner-invalid' }
  | { readonly code: 'bot-owner-deactivated' }
  | { readonly code: 'bot-not-outgoing' }
  | { readonly code: 'bot-default-channel-unknown'; readonly name: string }
  | { readonly code: 'bots-with-defaults-too-many'; readonly of: 'organization' | 'owner'; readonly max: number }
  | { readonly code: 'bots-too-many'; readonly max: number; readonly ever: boolean };
