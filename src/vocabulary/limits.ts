/**
 * Limits of what anybody can make, with unit and bound in the name: what is counted, how many, why so many, and what happens beyond it.
 * `docs/limits.md` shows this table, and `test/limits` reaches and passes each of them.
 */
import { auditLimits } from './limits/audit.ts';
import { defaultGroupLimits } from './limits/default-groups.ts';
import { emailLimits } from './limits/emails.ts';
import { erasureLimits } from './limits/erasures.ts';
import { exportLimits } from './limits/exports.ts';
import { fileLimits } from './limits/files.ts';
import { holdLimits } from './limits/holds.ts';
import { invitationLimits } from './limits/invitations.ts';
import { type Limit, valuesOf } from './limits/limit.ts';
import { markLimits } from './limits/marks.ts';
import { operationsLimits } from './limits/operations.ts';
import { organizationLimits } from './limits/organizations.ts';
import { requestLimits } from './limits/requests.ts';
import { sinkLimits } from './limits/sinks.ts';
import { subscriptionLimits } from './limits/subscriptions.ts';
import { textLimits } from './limits/texts.ts';

/** The table, by what the limits are about. */
export const limitTable = {
  'What people say': textLimits,
  'What an organization has': organizationLimits,
  Subscriptions: subscriptionLimits,
  'Streams for new users': defaultGroupLimits,
  Invitations: invitationLimits,
  'E-mails': emailLimits,
  'What users mark for themselves': markLimits,
  'Uploaded files': fileLimits,
  Audit: auditLimits,
  'Legal holds': holdLimits,
  Erasure: erasureLimits,
  'Exports for review': exportLimits,
  'Push sinks': sinkLimits,
  Operations: operationsLimits,
  'Requests and answers': requestLimits,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Limit>>>>;

export const {
  contentBytesMax,
  topicLengthMax,
  localIdLengthMax,
  idempotencyKeyLengthMax,
  idempotencyKeySecs,
  scheduledMessagesPerUserMax,
  scheduledMessagesMax,
  scheduleAheadDaysMax,
  recipientsMax,
  clientNameLengthMax,
  emojiNameLengthMax,
  messageEditsMax,
  reactionChangesMax,
  reactionChangesPerUserMax,
  reactionsPerMessageMax,
  topicMovePartMax,
  mentionedByGroupsMax,
  mentionedPerRequest,
  botStorageBytesPerRequest,
  movedPerRequest,
  topicDeletionPartMax,
  deletedPerRequest,
  flaggedPerRequest,
  unreadPerRequest,
  htmlBytesBase,
  htmlBytesPerByte,
  htmlBytesMax,
  elementBytesBase,
  elementBytesPerByte,
  channelDescriptionHtmlBytesMax,
  profileValueHtmlBytesMax,
  tableCellsMax,
  blockDepthMax,
  inlineDepthMax,
  wordLengthMax,
  wordsMax,
} = valuesOf(textLimits);

export const {
  realmNameLengthMax,
  realmDescriptionLengthMax,
  channelNameLengthMax,
  channelDescriptionLengthMax,
  channelsMax,
  channelsEverPerUserMax,
  channelDescriptionsLengthMax,
  defaultChannelsMax,
  retentionDaysMax,
  statusTextLengthMax,
  presenceKeptSecs,
  presenceNewsSecs,
  presenceClientsMax,
  presenceListedSecs,
  presencesListedMax,
  ephemeralEventsMax,
  fullNameLengthMin,
  fullNameLengthMax,
  emailLengthMax,
  usersMax,
  passwordLengthMin,
  passwordLengthMax,
  urlLengthMax,
  mutedTopicsMax,
  botsPerOwnerMax,
  botsWithDefaultsMax,
  botsEverPerOwnerMax,
  keptFreeByWritesBytes,
  keptFreeByReadModelsBytes,
  keptFreeByRemovalsBytes,
  accountChangesMax,
  channelMembershipChangesMax,
  membershipChangesMax,
  documentLengthMax,
  botStorageBytesMax,
  botStorageKeysMax,
  botStorageKeyBytesMax,
  realmDomainsMax,
  realmEmojiMax,
  linkifiersMax,
  linkifierPatternLengthMax,
  linkifierSizeMax,
  linkifierUrlLengthMax,
  userGroupsMax,
  userGroupMembersMax,
  userGroupNameLengthMax,
  userGroupDescriptionLengthMax,
  profileFieldsMax,
  profileFieldNameLengthMax,
  profileFieldHintLengthMax,
  profileChoicesMax,
  profileChoiceLengthMax,
  profileValueLengthMax,
  shortProfileValueLengthMax,
  queuesPerUserMax,
  queueOptionsBytesPerUserMax,
  queuesPerOrganizationMax,
  queueOptionsBytesPerOrganizationMax,
  queueInUseSecs,
  queueLifespanSecsMax,
  queueLifespanSecsDefault,
  eventTypesMax,
  eventTypeLengthMax,
  queueNarrowTermsMax,
  queueNarrowOperandLengthMax,
  eventBytesMax,
  namedPerEventMax,
} = valuesOf(organizationLimits);

export const {
  channelsPerRequestMax,
  subscriptionsPerRequestMax,
  subscribedPerRequest,
  subscriptionNoticesMax,
  leavesMax,
  leavesOfUserMax,
  leavesInAllMax,
} = valuesOf(subscriptionLimits);

export const {
  headerBytesMax,
  anonymousBodyBytesMax,
  parametersMax,
  jsonDepthMax,
  jsonNodesMax,
  narrowTermsMax,
  narrowOperandLengthMax,
  listingMax,
  answerBytesPerRequest,
  answerLengthMax,
  longAnswersAtOnceMax,
  subscribersListedMax,
  subscribersPerRequest,
  longAnswersFrom,
  longAnswersWaitingMax,
  listedChangesMax,
  historyVersionsMax,
  topicsListedMax,
  pollEventsMax,
  pollLengthMax,
  ringBytesMax,
  ringEntriesMax,
  ringsBytesMax,
  unreadBytesMax,
  compressedCharactersMin,
  compressionsAtOnceMax,
  wrongKeysPerMinuteMax,
  wrongKeyAddressesMax,
  signInFailuresMax,
  signInFailureSecs,
  signInAccountsMax,
  signInByProviderSecs,
  passwordHashesAtOnceMax,
  passwordHashesWaitingMax,
  checkedCharactersMax,
  outgoingCallsMax,
  outgoingCallAgeSecsMax,
  botRestSecsMin,
  botRestSecsMax,
  botAnswerMsMax,
  botAnswerBytesMax,
  webhookPathLengthMax,
  webhookFieldsMax,
} = valuesOf(requestLimits);

export const { emailsPerSecondMax, digestMessagesMax, digestsWaitingMax, digestAgeSecsMax } = valuesOf(emailLimits);

export const {
  inviteesPerRequestMax,
  invitationsMax,
  invitationsPerUserMax,
  invitationStreamsMax,
  invitationEmailsPerAddressMax,
  invitationSendingsMax,
  invitedAddressesMax,
  invitationSecs,
} = valuesOf(invitationLimits);

export const { alertWordsMax, alertWordLengthMax, alertLookupsMax, flaggedMax, readSpansMax, unreadListedMax } =
  valuesOf(markLimits);
export const {
  filesPerUserMax,
  filesMax,
  avatarMibMax,
  emojiMibMax,
  fileNameLengthMax,
  fileNameBytesMax,
  sharedFilesPerMessageMax,
  sharingMessagesPerFileMax,
  sharingMessagesShownMax,
  uploadBytesPerRequest,
  uploadsAtOnceMax,
  keptFreeByUploadsBytes,
  fileUrlSecs,
} = valuesOf(fileLimits);

export const {
  auditorsMax,
  auditReasonLengthMax,
  accessBytesMax,
  auditRequestsKept,
  trailRecordsMax,
  trailActionsMax,
  searchedTopicsMax,
  searchedMessagesMax,
  pastsMax,
  pastsOfOrganizationMax,
  pastMemoryMib,
  pastIdleSecs,
  pastWaitSecs,
  requestsPerPast,
  stepsMax,
  stepsBytesMax,
  stepsSecsMax,
  stepBytesMax,
  trailQueryLengthMax,
  earlierQueuesMax,
  countedEventsMax,
  countedStretchesMax,
  trailStreamsMax,
  historyDownloadsMax,
  signInsRecordedPerHour,
  signInsRefusedRecordedPerHour,
} = valuesOf(auditLimits);

export const {
  holdsMax,
  holdNamesMax,
  holdCustodiansMax,
  holdNameLengthMax,
  heldDeletionsEndedMax,
  auditListMax,
  deletionsCountedMax,
} = valuesOf(holdLimits);

export const {
  defaultGroupsMax,
  defaultGroupChannelsMax,
  defaultGroupNameLengthMax,
  defaultGroupDescriptionLengthMax,
} = valuesOf(defaultGroupLimits);

export const { erasedPartMax, erasuresUnderWayMax, retentionRunMax, erasureBasisLengthMax } = valuesOf(erasureLimits);

export const { exportsUnderWayMax, exportsKeptMax, exportNamesMax, exportFilesMax, exportBytesMax } =
  valuesOf(exportLimits);

export const {
  sinksMax,
  sinkBatchEventsMax,
  sinkBatchBytesMax,
  sinkAnswerMsMax,
  sinkAnswerBytesMax,
  sinkRestSecsMin,
  sinkRestSecsMax,
  sinksSentAtOnceMax,
  sinkErrorLengthMax,
  sinkLagMax,
  sinkProgressKeptMax,
} = valuesOf(sinkLimits);
export const { samplesMax, sampledRealmsMax, shownQueuesMax } = valuesOf(operationsLimits);
