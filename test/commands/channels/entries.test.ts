import { expect } from 'chai';
import { subscribe } from '../../../commands/channels/subscribe.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { askingFor, given } from '../../support/given.ts';
import { channel, user } from '../../support/organization.ts';
import { opened } from '../../support/past-events.ts';
import { added, inChannels, made, names, past, prepared } from './subscribing.ts';

const asks = askingFor(subscribe, past, { prepared });

const renderedOf = async (...descriptions: (string | undefined)[]) => {
  const channels = descriptions.map((description, index) => ({ name: `new ${index}`, description }));
  return (await given(past).whenPrepared(subscribe, { channels }, { actor: 3 })).rendered;
};

describe('descriptions of streams', () => {
  it('are rendered once each, as they are stored: on one line', async () => {
    expect(await renderedOf('a\r\nb\nc', 'a b c', 'a\rb', undefined, '')).to.deep.equal(['a b c', 'a b']);
  });

  it('are rendered up to the maximum length of a description, in characters beyond the basic plane', async () => {
    const longest = '😀'.repeat(1024);
    expect(await renderedOf(longest)).to.deep.equal([longest]);
    expect(await renderedOf(`${longest}x`)).to.deep.equal([]);
  });

  it('have at most 1024 characters', () => {
    const description = 'd'.repeat(1024);
    asks(3, { channels: [{ name: 'new', description }] }).thenHappens(inChannels(made({ description })));
  });
});

describe('the descriptions of new streams', () => {
  it('are rendered once each, within a limit of their own, except for those that are far too long', async () => {
    const wide = '\u{1f4dc}'.repeat(limits.channelDescriptionLengthMax);
    const described = ['all', 'all', '', wide, `${wide}x`].map((description, at) => ({
      name: `new ${at}`,
      description,
    }));
    const { rendered, htmlLimits } = await given(past).whenPrepared(subscribe, { channels: described }, { actor: 3 });
    expect(rendered).to.deep.equal(['all', wide]);
    expect(htmlLimits).to.deep.equal([limits.channelDescriptionHtmlBytesMax, limits.channelDescriptionHtmlBytesMax]);
  });
});

describe('subscribing by the service itself', () => {
  it('subscribes to private streams, notifies nobody and sets no colours', () => {
    asks(null, { channels: [{ name: 'secret', color: '#abcdef' }, ...names('new')], principals: [1] }).thenHappens(
      inChannels(made({ creatorId: null, subscribers: [user(1)] })),
      added(2, { userIds: [user(1)] }),
    );
  });

  it('subscribes nobody if nobody is named', () => {
    asks(null, { channels: names('Plans') }).thenNothing();
  });
});

describe('subscribing with principals', () => {
  it('is for the requester if the list is empty', () => {
    asks(3, { channels: names('Plans'), principals: [] }).thenHappens(added(1, { userIds: [user(3)] }));
  });

  it('reserves retention for owners even if only one of the streams is new', () => {
    asks(2, { channels: names('new', 'Plans'), settings: { retentionDays: 5 } }).thenRefused(
      'channel-retention-not-permitted',
    );
  });

  it('notifies subscribers of a new stream only about the existing ones', () => {
    asks(3, { channels: names('new', 'Plans'), principals: [2] }).thenHappens(
      inChannels(made({ subscribers: [user(2)] })),
      added(1, { userIds: [user(2)], notify: [{ userIds: [user(2)], channelIds: [channel(1)] }] }),
    );
  });

  it('reports that notices follow if some users are notified', () => {
    const { decision } = asks(3, { channels: names('Plans', 'third'), principals: [3, 2] }, opened(3, 'third', [2]));
    expect(decision).to.have.nested.property('result.noticesFollow', true);
  });

  it('accepts settings that a stream can have', () => {
    const accepts = (retentionDays: number | null) =>
      subscribe.input.safeParse({ channels: [], settings: { retentionDays } }).success;
    expect([-1, 1, null].map(accepts)).to.deep.equal([true, true, true]);
    expect([-2, 0, 1.5].map(accepts)).to.deep.equal([false, false, false]);
  });
});
