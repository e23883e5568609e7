import { expect } from 'chai';
import fc from 'fast-check';
import { renderMarkdown } from '../../src/rendering/markdown.ts';
import { referencesIn } from '../../src/rendering/references.ts';
import { context } from './support.ts';

describe('referencesIn', () => {
  it('finds nothing in plain text', () => {
    expect(referencesIn('hello @all, **bold** #4')).to.deep.equal({ users: [], userIds: [], groups: [], channels: [] });
  });

  it('lists users and channels in lower case, each once', () => {
    expect(referencesIn('@**King Hamlet** @_**king hamlet** #**Denmark** #**Denmark>topic**')).to.deep.equal({
      users: ['king hamlet'],
      userIds: [],
      groups: [],
      channels: ['denmark', 'denmark>topic'],
    });
  });

  it('separates an id at the end, and also lists the whole as a name that may contain a bar', () => {
    expect(referencesIn('@**A B|12**')).to.deep.equal({
      users: ['a b', 'a b|12'],
      userIds: [12],
      groups: [],
      channels: [],
    });
    expect(referencesIn('@**A|x** @**|5** @**A|0**').userIds).to.deep.equal([]);
  });

  it('lists everyone whom the renderer would resolve', () => {
    const piece = fc.constantFrom(
      '@**King Hamlet**',
      '@**king hamlet|10**',
      '@_**',
      '**',
      '#**Denmark>x**',
      '#**',
      '|',
      '>',
      '`',
      '\n',
      ' ',
      'x',
      '*',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const content = pieces.join('');
        const names = referencesIn(content);
        const users = context.users.filter(
          ({ userId, fullName }) => names.users.includes(fullName.toLowerCase()) || names.userIds.includes(userId),
        );
        const channels = context.channels.filter(({ name }) => names.channels.includes(name.toLowerCase()));
        expect(renderMarkdown(content, { ...context, users, channels })).to.deep.equal(
          renderMarkdown(content, context),
        );
      }),
    );
  });
});
