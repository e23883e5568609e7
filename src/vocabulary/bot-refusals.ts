export const botRefusals = {
  'bot-requests-refused': {},
  'bot-missing': {},
  'bot-role-fixed': {},
  'bot-username-taken': {},
  'bot-name-taken': {},
  'bot-username-invalid': {},
  'bot-owner-invalid': {},
  'bot-owner-deactivated': {},
  'bot-not-outgoing': {},
  'bot-default-channel-unknown': { name: 'lunch' },
  'bots-with-defaults-too-many': { of: 'owner' as 'organization' | 'owner', max: 20 },
  'bots-too-many': { max: 100, ever: false },
};
