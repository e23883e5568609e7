/** The contract of every event log; run by the tests of each adapter. */
import type { EventLog } from '../../src/ports/event-log.ts';
import { appending } from './event-log/appending.ts';
import type { OpenedLog, Subject } from './event-log/fixture.ts';
import { lasting } from './event-log/lasting.ts';
import { reading } from './event-log/reading.ts';
import { subscribing } from './event-log/subscribing.ts';
import { truncating } from './event-log/truncating.ts';

export const eventLogContract = (name: string, open: () => Promise<OpenedLog>): void => {
  describe(`event log contract: ${name}`, () => {
    let opened: OpenedLog | undefined;
    let current: EventLog | undefined;

    const subject: Subject = {
      get log() {
        if (current === undefined) throw new Error('the log is open only within a test');
        return current;
      },
      async reopen() {
        current = await opened?.reopen();
        return subject.log;
      },
    };

    beforeEach(async () => {
      opened = await open();
      current = opened.log;
    });
    afterEach(async () => {
      await opened?.dispose();
      opened = undefined;
      current = undefined;
    });

    describe('appending', () => appending(subject));
    describe('reading', () => reading(subject));
    describe('subscribing', () => subscribing(subject));
    describe('truncating', () => truncating(subject));
    describe('reopening and closing', () => lasting(subject));
  });
};
