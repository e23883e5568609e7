import type { Command } from '../src/define/command.ts';
import type { RealmState } from '../src/state/realm-state.ts';
import { appointAuditor } from './audit/appoint-auditor.ts';
import { dismissAuditor } from './audit/dismiss-auditor.ts';
import { endAppointment } from './audit/end-appointment.ts';
import { recordAccess } from './audit/record-access.ts';
import { recordSignIn } from './audit/record-sign-in.ts';
import { alignBotRoles } from './bot/align-bot-roles.ts';
import { createBot } from './bot/create-bot.ts';
import { deactivateBot } from './bot/deactivate-bot.ts';
import { recordBotServer } from './bot/record-bot-server.ts';
import { updateBot } from './bot/update-bot.ts';
import { store } from './bot-storage/store.ts';
import { unstore } from './bot-storage/unstore.ts';
import { archiveChannel } from './channels/archive-channel.ts';
import { archiveEmptyChannel } from './channels/archive-empty-channel.ts';
import { editSubscriptions } from './channels/edit-subscriptions.ts';
import { leaveArchivedChannel } from './channels/leave-archived-channel.ts';
import { subscribe } from './channels/subscribe.ts';
import { unsubscribe } from './channels/unsubscribe.ts';
import { updateChannel } from './channels/update-channel.ts';
import { recordPresence } from './ephemeral/record-presence.ts';
import { tellTyping } from './ephemeral/tell-typing.ts';
import { approveErasure } from './erasure/approve-erasure.ts';
import { beginErasingPerson } from './erasure/begin-erasing-person.ts';
import { completeErasure } from './erasure/complete-erasure.ts';
import { eraseContent } from './erasure/erase-content.ts';
import { eraseMessage } from './erasure/erase-message.ts';
import { erasePerson } from './erasure/erase-person.ts';
import { eraseScheduledMessage } from './erasure/erase-scheduled-message.ts';
import { eraseWords } from './erasure/erase-words.ts';
import { requestErasure } from './erasure/request-erasure.ts';
import { completeExport } from './export/complete-export.ts';
import { endExport } from './export/end-export.ts';
import { failExport } from './export/fail-export.ts';
import { requestExport } from './export/request-export.ts';
import { deleteFile } from './file/delete-file.ts';
import { uploadFile } from './file/upload-file.ts';
import { changeHold } from './hold/change-hold.ts';
import { endHeldDeletions } from './hold/end-held-deletions.ts';
import { endHold } from './hold/end-hold.ts';
import { holdDeletion } from './hold/hold-deletion.ts';
import { holdFileDeletion } from './hold/hold-file-deletion.ts';
import { placeHold } from './hold/place-hold.ts';
import { acceptInvitation } from './invitation/accept-invitation.ts';
import { confirmAddress } from './invitation/confirm-address.ts';
import { endInvitation } from './invitation/end-invitation.ts';
import { recordInvitationEmail } from './invitation/record-invitation-email.ts';
import { resendInvitation } from './invitation/resend-invitation.ts';
import { revokeInvitation } from './invitation/revoke-invitation.ts';
import { sendInvitation } from './invitation/send-invitation.ts';
import { addSubmessage } from './message/add-submessage.ts';
import { continueMove } from './message/continue-move.ts';
import { continueTopicDeletion } from './message/continue-topic-deletion.ts';
import { deleteMessage } from './message/delete-message.ts';
import { deleteTopic } from './message/delete-topic.ts';
import { deleteTopicMessage } from './message/delete-topic-message.ts';
import { editMessage } from './message/edit-message.ts';
import { sendMessage } from './message/send-message.ts';
import { sendNotice } from './message/send-notice.ts';
import { deleteQueue } from './queue/delete-queue.ts';
import { endIdleQueue } from './queue/end-idle-queue.ts';
import { expireQueue } from './queue/expire-queue.ts';
import { registerQueue } from './queue/register-queue.ts';
import { touchQueue } from './queue/touch-queue.ts';
import { addReaction } from './reaction/add-reaction.ts';
import { removeReaction } from './reaction/remove-reaction.ts';
import { addDefaultChannel } from './realm/add-default-channel.ts';
import { addRealmDomain } from './realm/add-realm-domain.ts';
import { changeRealmDomain } from './realm/change-realm-domain.ts';
import { createDefaultGroup } from './realm/create-default-group.ts';
import { createEmoji } from './realm/create-emoji.ts';
import { createLinkifier } from './realm/create-linkifier.ts';
import { createProfileField } from './realm/create-profile-field.ts';
import { deactivateEmoji } from './realm/deactivate-emoji.ts';
import { deactivateRealm } from './realm/deactivate-realm.ts';
import { deleteDefaultGroup } from './realm/delete-default-group.ts';
import { deleteLinkifier } from './realm/delete-linkifier.ts';
import { deleteProfileField } from './realm/delete-profile-field.ts';
import { editDefaultGroupChannels } from './realm/edit-default-group-channels.ts';
import { orderProfileFields } from './realm/order-profile-fields.ts';
import { reactivateRealm } from './realm/reactivate-realm.ts';
import { removeDefaultChannel } from './realm/remove-default-channel.ts';
import { removeRealmDomain } from './realm/remove-realm-domain.ts';
import { renameRealm } from './realm/rename-realm.ts';
import { updateDefaultGroup } from './realm/update-default-group.ts';
import { updateProfileField } from './realm/update-profile-field.ts';
import { updateRealm } from './realm/update-realm.ts';
import { deleteRealmExport } from './realm-export/delete-realm-export.ts';
import { downloadRealmExport } from './realm-export/download-realm-export.ts';
import { requestRealmExport } from './realm-export/request-realm-export.ts';
import { beginRetention } from './retention/begin-retention.ts';
import { cancelScheduledMessage } from './scheduled/cancel-scheduled-message.ts';
import { scheduleMessage } from './scheduled/schedule-message.ts';
import { settleScheduledMessage } from './scheduled/settle-scheduled-message.ts';
import { tellScheduledMessage } from './scheduled/tell-scheduled-message.ts';
import { addSink } from './sink/add-sink.ts';
import { changeSink } from './sink/change-sink.ts';
import { recordSinkProgress } from './sink/record-sink-progress.ts';
import { removeSink } from './sink/remove-sink.ts';
import { rewindSink } from './sink/rewind-sink.ts';
import { carryOverAddresses } from './user/carry-over-addresses.ts';
import { changeAccount } from './user/change-account.ts';
import { changeAlertWords } from './user/change-alert-words.ts';
import { changeAvatar } from './user/change-avatar.ts';
import { changeDisplaySettings } from './user/change-display-settings.ts';
import { changeMessageFlags } from './user/change-message-flags.ts';
import { changeNotificationSettings } from './user/change-notification-settings.ts';
import { changeSubscriptionProperties } from './user/change-subscription-properties.ts';
import { createUser } from './user/create-user.ts';
import { deactivateUser } from './user/deactivate-user.ts';
import { markAllAsRead } from './user/mark-all-as-read.ts';
import { muteTopic } from './user/mute-topic.ts';
import { reactivateUser } from './user/reactivate-user.ts';
import { recordDigest } from './user/record-digest.ts';
import { recordSignInFailure } from './user/record-sign-in-failure.ts';
import { recordWelcomeAnswer } from './user/record-welcome-answer.ts';
import { rotateApiKey } from './user/rotate-api-key.ts';
import { setStatus } from './user/set-status.ts';
import { unmuteTopic } from './user/unmute-topic.ts';
import { updateProfileData } from './user/update-profile-data.ts';
import { updateUser } from './user/update-user.ts';
import { createUserGroup } from './user-group/create-user-group.ts';
import { deleteUserGroup } from './user-group/delete-user-group.ts';
import { editUserGroupMembers } from './user-group/edit-user-group-members.ts';
import { updateUserGroup } from './user-group/update-user-group.ts';

/** A command whose types are hidden. A caller that finds it by its name must parse its input first. */
type NamedCommand = Command<RealmState, never, unknown, unknown, unknown>;

const named = <I, R, P, O>(command: Command<RealmState, I, R, P, O>): NamedCommand =>
  command as unknown as NamedCommand;

/** The commands of one organization. */
export const commands: readonly NamedCommand[] = [
  named(appointAuditor),
  named(dismissAuditor),
  named(endAppointment),
  named(recordAccess),
  named(recordSignIn),
  named(renameRealm),
  named(updateRealm),
  named(deactivateRealm),
  named(reactivateRealm),
  named(addDefaultChannel),
  named(removeDefaultChannel),
  named(createDefaultGroup),
  named(updateDefaultGroup),
  named(editDefaultGroupChannels),
  named(deleteDefaultGroup),
  named(createProfileField),
  named(updateProfileField),
  named(orderProfileFields),
  named(deleteProfileField),
  named(store),
  named(unstore),
  named(addRealmDomain),
  named(changeRealmDomain),
  named(removeRealmDomain),
  named(createEmoji),
  named(deactivateEmoji),
  named(createLinkifier),
  named(deleteLinkifier),
  named(createUserGroup),
  named(updateUserGroup),
  named(editUserGroupMembers),
  named(deleteUserGroup),
  named(createUser),
  named(sendInvitation),
  named(resendInvitation),
  named(revokeInvitation),
  named(acceptInvitation),
  named(confirmAddress),
  named(endInvitation),
  named(recordInvitationEmail),
  named(recordDigest),
  named(recordWelcomeAnswer),
  named(carryOverAddresses),
  named(updateUser),
  named(deactivateUser),
  named(reactivateUser),
  named(rotateApiKey),
  named(changeAccount),
  named(changeAvatar),
  named(recordSignInFailure),
  named(alignBotRoles),
  named(createBot),
  named(recordBotServer),
  named(updateBot),
  named(deactivateBot),
  named(updateProfileData),
  named(subscribe),
  named(unsubscribe),
  named(editSubscriptions),
  named(updateChannel),
  named(archiveChannel),
  named(archiveEmptyChannel),
  named(leaveArchivedChannel),
  named(changeNotificationSettings),
  named(setStatus),
  named(changeDisplaySettings),
  named(changeSubscriptionProperties),
  named(muteTopic),
  named(unmuteTopic),
  named(changeAlertWords),
  named(changeMessageFlags),
  named(markAllAsRead),
  named(sendMessage),
  named(sendNotice),
  named(scheduleMessage),
  named(cancelScheduledMessage),
  named(settleScheduledMessage),
  named(tellScheduledMessage),
  named(editMessage),
  named(requestErasure),
  named(approveErasure),
  named(eraseContent),
  named(eraseMessage),
  named(beginErasingPerson),
  named(erasePerson),
  named(eraseScheduledMessage),
  named(eraseWords),
  named(completeErasure),
  named(beginRetention),
  named(requestExport),
  named(completeExport),
  named(failExport),
  named(endExport),
  named(requestRealmExport),
  named(downloadRealmExport),
  named(deleteRealmExport),
  named(addSink),
  named(changeSink),
  named(removeSink),
  named(rewindSink),
  named(recordSinkProgress),
  named(placeHold),
  named(changeHold),
  named(endHold),
  named(holdDeletion),
  named(holdFileDeletion),
  named(endHeldDeletions),
  named(continueMove),
  named(deleteMessage),
  named(deleteTopic),
  named(continueTopicDeletion),
  named(deleteTopicMessage),
  named(addReaction),
  named(addSubmessage),
  named(removeReaction),
  named(tellTyping),
  named(recordPresence),
  named(uploadFile),
  named(deleteFile),
  named(registerQueue),
  named(touchQueue),
  named(endIdleQueue),
  named(expireQueue),
  named(deleteQueue),
];
