/** A plan that an earlier version stored in the log can be carried out. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import * as all from '../../commands/index.ts';
import type { AnyCommand } from '../../src/define/command.ts';
import type { PlannedInputs } from '../../src/define/planned.ts';

/** The compiler checks that each command takes the input that policies plan. */
type Taking<I> = Pick<AnyCommand, 'name' | 'input'> & {
  readonly decide: (state: never, input: I, context: never) => unknown;
};
const planned: { readonly [N in keyof PlannedInputs]: Taking<PlannedInputs[N]> } = {
  'archive-empty-channel': all.archiveEmptyChannel,
  'continue-move': all.continueMove,
  'continue-topic-deletion': all.continueTopicDeletion,
  'delete-file': all.deleteFile,
  'end-appointment': all.endAppointment,
  'erase-message': all.eraseMessage,
  'erase-scheduled-message': all.eraseScheduledMessage,
  'leave-archived-channel': all.leaveArchivedChannel,
  'record-bot-server': all.recordBotServer,
  'record-welcome-answer': all.recordWelcomeAnswer,
  'revoke-invitation': all.revokeInvitation,
  'send-notice': all.sendNotice,
};

/** No later change may edit or remove one of them. */
const stored = JSON.parse(readFileSync(new URL('../fixtures/planned.json', import.meta.url), 'utf8')) as readonly {
  readonly command: string;
  readonly input: object;
}[];

describe('commands that policies plan', () => {
  it('have the names under which plans are stored', () => {
    expect(Object.values(planned).map(({ name }) => name)).to.deep.equal(Object.keys(planned));
  });

  it('each have a stored example in test/fixtures/planned.json', () => {
    expect([...new Set(stored.map(({ command }) => command))]).to.include.members(Object.keys(planned));
  });

  for (const [number, { command, input }] of stored.entries())
    it(`accept stored input ${number + 1}, of ${command}, and drop none of its fields`, () => {
      const known: AnyCommand | undefined = Object.values(all).find(({ name }) => name === command);
      expect(known?.input.parse(input)).to.deep.equal(input);
    });
});
