/** What an organization decides for all its people, with the defaults it starts on (api-facts §11.1). */
export type RealmSettings = {
  readonly allowMessageEditing: boolean;
  readonly allowEditHistory: boolean;
  readonly allowMessageDeleting: boolean;
  readonly allowCommunityTopicEditing: boolean;
  readonly contentEditLimitSecs: number;
  readonly contentDeleteLimitSecs: number;
  readonly communityTopicEditLimitSecs: number;
  /** Accounts younger than this are new members. */
  readonly waitingPeriodDays: number;
  /** −1 for ever. */
  readonly messageRetentionDays: number;
};

export const realmDefaults: RealmSettings = {
  allowMessageEditing: true,
  allowEditHistory: true,
  allowMessageDeleting: false,
  allowCommunityTopicEditing: true,
  contentEditLimitSecs: 600,
  contentDeleteLimitSecs: 600,
  communityTopicEditLimitSecs: 86_400,
  waitingPeriodDays: 0,
  messageRetentionDays: -1,
};
