import { addSubmessage } from '../../../commands/message/add-submessage.ts';
import type { MessageId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, type Given, given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { between, deletes, edits, inTopic, leaves, opened, sends, submessaged } from '../../support/past-events.ts';

const lunch = inTopic(1, 'lunch');
const past = [...organization(), opened(1, 'plans', [2, 3]), opened(2, 'secret', [2, 3], { inviteOnly: true })];
const vote = '{"vote":1}';
const add = (happened: Given[], actor = 3, content = vote) =>
  given(past, happened).when(addSubmessage, { messageId: 10 as MessageId, msgType: 'widget', content }, { actor });

describeCommand(addSubmessage, () => {
  const sent = sends(10, 2, lunch);

  it('is in the log stream of the message, with the next number', () => {
    const data = { messageId: 10 as MessageId, userId: user(3), place: lunch, msgType: 'widget', content: vote };
    const stream = logStream.message(realmId, 10 as MessageId);
    const happens = (number: number) => appends(stream, 'SubmessageAdded', { ...data, number });
    add([sent]).thenHappens(happens(1));
    add([sent, edits(10, 2, lunch, 'new', 'old'), submessaged(10, 1, 2, lunch)]).thenHappens(happens(2));
  });

  it('is for everybody who may read the message in its current place', () => {
    add([sent], 1).thenAnswers({ edits: 0 });
    add([sent], 4).thenRefused('message-missing');
    add([sends(10, 2, between(2, 3))], 1).thenRefused('message-missing');
    add([sends(10, 2, inTopic(2, 'x')), leaves(2, 3)]).thenRefused('message-missing');
    add([sent, deletes(10, 2, lunch)]).thenRefused('message-missing');
    add([]).thenRefused('message-missing');
  });

  it('must be JSON, which is checked before anything about the message', () => {
    for (const content of ['', '{', "{'vote': 1}", 'undefined']) add([], 3, content).thenRefused('submessage-not-json');
    for (const content of ['null', '1', '"x"', '[]']) add([sent], 3, content).thenAnswers({ edits: 0 });
  });

  it('are limited in number and total length for each message (submessagesPerMessageMax, submessagesLengthMax)', () => {
    const some = (count: number, content = vote) =>
      Array.from({ length: count }, (_, at) => submessaged(10, at + 1, 1_000 + at, lunch, content));
    add([sent, ...some(limits.submessagesPerMessageMax - 1)]).thenAnswers({ edits: 0 });
    add([sent, ...some(limits.submessagesPerMessageMax)]).thenRefused('submessages-too-many', {
      max: limits.submessagesPerMessageMax,
    });
    const content = (length: number) => 'x'.repeat(length - 'widget'.length);
    const first = content(limits.submessagesLengthMax - 100);
    add([sent, ...some(1, first)], 3, '1'.repeat(94)).thenAnswers({ edits: 0 });
    add([sent, ...some(1, first)], 3, '1'.repeat(95)).thenRefused('submessages-too-long', {
      lengthMax: limits.submessagesLengthMax,
    });
  });

  it('are limited to fewer for each person, so that others can still add theirs (submessagesPerUserMax, submessagesLengthOfUserMax)', () => {
    const own = (count: number, content = vote) =>
      Array.from({ length: count }, (_, at) => submessaged(10, at + 1, 3, lunch, content));
    add([sent, ...own(limits.submessagesPerUserMax - 1)]).thenAnswers({ edits: 0 });
    add([sent, ...own(limits.submessagesPerUserMax)]).thenRefused('submessages-too-many', {
      max: limits.submessagesPerUserMax,
    });
    add([sent, ...own(limits.submessagesPerUserMax)], 2).thenAnswers({ edits: 0 });
    const first = 'x'.repeat(limits.submessagesLengthOfUserMax - 100 - 'widget'.length);
    add([sent, ...own(1, first)], 3, '1'.repeat(94)).thenAnswers({ edits: 0 });
    add([sent, ...own(1, first)], 3, '1'.repeat(95)).thenRefused('submessages-too-long', {
      lengthMax: limits.submessagesLengthOfUserMax,
    });
    add([sent, ...own(1, first)], 2, '1'.repeat(95)).thenAnswers({ edits: 0 });
  });
});
