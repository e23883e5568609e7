/**
 * The commands that policies plan. A plan is stored in the log until its action is finished, which may be after an upgrade. So a command
 * keeps its name here, and takes every input that it ever took (`test/fixtures/planned.json`).
 */
import type { DataOf } from '../vocabulary/events/index.ts';
import type { ChannelId, FileId, InvitationId, MessageId, ScheduledMessageId, UserId } from '../vocabulary/ids.ts';
import type { Place } from '../vocabulary/places.ts';

/** Names the input of each command. `test/commands/planned.test.ts` compares it with the schema of the command. */
export type PlannedInputs = {
  'archive-empty-channel': { readonly channelId: ChannelId };
  'continue-move': Pick<DataOf<'TopicMoved'>, 'channelId' | 'topic' | 'messageId' | 'which' | 'to' | 'part'>;
  'continue-topic-deletion': Pick<DataOf<'TopicDeletionRequested'>, 'channelId' | 'topic'> & {
    readonly rest: NonNullable<DataOf<'TopicDeletionRequested'>['rest']>;
  };
  'delete-file': { readonly fileId: FileId };
  'end-appointment': { readonly userId: UserId };
  'erase-message': { readonly messageId: MessageId; readonly onRecord: boolean };
  'erase-scheduled-message': { readonly scheduledId: ScheduledMessageId };
  'leave-archived-channel': { readonly channelId: ChannelId };
  'record-bot-server': { readonly botId: UserId; readonly failures: number; readonly restsUntil: number };
  'record-welcome-answer': { readonly userId: UserId };
  'revoke-invitation': { readonly invitationId: InvitationId; readonly forMany: boolean };
  'send-notice': {
    readonly messageId: MessageId;
    readonly senderId: UserId;
    readonly place: Place;
    readonly content: string;
    readonly writer?: UserId;
    readonly readBy?: UserId;
  };
};

/**
 * A command that the service executes, either by itself or on behalf of the user who caused the event. Its input contains all ids that it
 * will use.
 */
export type Planned = {
  readonly [N in keyof PlannedInputs]: {
    readonly command: N;
    readonly input: PlannedInputs[N];
    readonly actor?: UserId;
  };
}[keyof PlannedInputs];
