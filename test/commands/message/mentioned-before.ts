/** Tests of edits: whom they name because earlier versions mention them. */
import { expect } from 'chai';
import { editMessage } from '../../../commands/message/edit-message.ts';
import type { DomainEvent } from '../../../src/vocabulary/events/index.ts';
import type { FileId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { askingFor, type Given, testNow } from '../../support/given.ts';
import { user } from '../../support/organization.ts';
import { edits, sends, text } from '../../support/past-events.ts';
import { at, change, edited, lunch, past } from './editing.ts';

const asks = askingFor(editMessage, past);

export function whereEarlierVersionsMention(): void {
  it('names the users whom earlier versions mention, those of the earliest if they are too many', () => {
    const mentioning = (ids: readonly number[]) => text('x', { mentioned: ids.map(user) });
    const editedAfter = (message: Given, ...edits: Given[]) => {
      const { decision } = asks(at(3), change(20, { content: 'y' }), message, edits);
      const event = decision.ok ? decision.appends[0]?.events[0] : undefined;
      return event?.type === 'MessageEdited' ? event.data.mentionedBefore : undefined;
    };
    const sent = (...ids: number[]) => sends(20, 3, lunch, mentioning(ids), { at: testNow });
    const version = (mentionedBefore: readonly number[], ...ids: number[]): Given => {
      const given = edits(20, 3, lunch, mentioning(ids), 'x');
      return { ...given, event: { ...given.event, data: { ...given.event.data, mentionedBefore } } as DomainEvent };
    };
    expect(editedAfter(sent())).to.equal(undefined);
    expect(editedAfter(sent(2))).to.deep.equal([2]);
    expect(editedAfter(sent(2), version([2], 3), version([2, 3], 1, 2))).to.deep.equal([2, 3, 1]);
    const many = Array.from({ length: limits.namedPerEventMax }, (_, index) => index + 10);
    expect(editedAfter(sent(), version(many, 1))).to.deep.equal(many);
  });

  it('names the bots that got the message through a mention, so that they are notified', () => {
    asks(at(3), change(20, { content: 'Stew' }), sends(20, 3, lunch, 'x', { at: testNow, alsoTo: [6] })).thenHappens(
      edited(20, { alsoTo: [user(6)], previous: { content: 'x', html: '<p>x</p>', rendererVersion: 1 } }),
    );
  });

  it('records when the message was sent if the new version shares files', () => {
    const shared = text('y', { uploads: [5 as FileId] });
    asks(at(3, 5, { prepared: { text: shared, topicLinks: () => ['x'] } }), change(10, { content: 'y' })).thenHappens(
      edited(10, { text: shared, sentAt: testNow }),
    );
  });

  it('returns how many users the new version mentions and how long both versions are; nothing if the text stays', () => {
    const prepared = { text: text('y', { mentioned: [1, 2].map(user) }), topicLinks: () => ['x'] };
    const changing = (wanted: Parameters<typeof change>[1], more: object = { prepared }) =>
      asks(at(3, 0, more), change(10, wanted));
    changing({ content: 'y' }).thenAnswers({ moved: 0, mentioned: 2, characters: 24 });
    changing({ topic: 'Dinner' }).thenAnswers({ moved: 1, mentioned: 0, characters: 0 });
    changing({ content: 'y', topic: 'Dinner' }).thenAnswers({ moved: 1, mentioned: 2, characters: 24 });
  });
}
