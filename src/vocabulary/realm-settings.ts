/** What an organization allows its people. The same in all organizations: no event changes these yet. */
export const realmSettings = {
  allowMessageEditing: true,
  allowEditHistory: true,
  allowMessageDeleting: false,
  allowCommunityTopicEditing: true,
  contentEditLimitSecs: 600,
  contentDeleteLimitSecs: 600,
  communityTopicEditLimitSecs: 86_400,
  /** Accounts younger than this are new members. */
  waitingPeriodDays: 0,
  /** −1 for ever. */
  messageRetentionDays: -1,
};
