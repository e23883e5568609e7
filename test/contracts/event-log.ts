/**
 * The contract of every event log; run by the tests of each adapter. The tests of a group share a log, because opening one takes longer
 * than most tests. Those of reopening and closing have a log each.
 */
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

    const openNew = async (): Promise<void> => {
      opened = await open();
      current = opened.log;
    };
    const dispose = async (): Promise<void> => {
      await opened?.dispose();
      opened = undefined;
      current = undefined;
    };

    const shared = (group: string, tests: (subject: Subject) => void): void => {
      describe(group, () => {
        before(openNew);
        after(dispose);
        tests(subject);
      });
    };

    shared('appending', appending);
    shared('reading', reading);
    shared('subscribing', subscribing);
    shared('truncating', truncating);
    describe('reopening and closing', () => {
      beforeEach(openNew);
      afterEach(dispose);
      lasting(subject);
    });
  });
};
