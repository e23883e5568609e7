/** What reaches and exceeds a limit over HTTP. */
import { expect } from 'chai';
import type { Destination } from '../../commands/message/place-rules.ts';
import { sendMessage } from '../../commands/message/send-message.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import type { Answer, Client } from '../support/client.ts';
import { realmId } from '../support/given.ts';
import type { TestServer } from '../support/server.ts';

export type World = {
  readonly server: TestServer;
  readonly member: Client;
  readonly owner: Client;
  /** A custom profile field for long texts. */
  readonly longField: number;
};

export type Check = (world: World, value: number) => Promise<void> | void;

/** A parameter of the size of the limit is not refused for its size, and one that is larger is: `why` is in the message then. */
export const parameter =
  (send: (world: World, size: number) => Promise<Answer>, why: RegExp, beyond = 1): Check =>
  async (world, value) => {
    const atLimit = await send(world, value);
    expect(String(atLimit.body.msg)).to.not.match(why);
    const passed = await send(world, value + beyond);
    expect(passed.status, JSON.stringify(passed.body)).to.equal(400);
    expect(String(passed.body.msg)).to.match(why);
  };

/** Sends this many messages, without HTTP. Returns their ids. */
export const sentBy = (server: TestServer, { account }: Client, count: number, to: Destination): Promise<number[]> => {
  const by = { realmId, userId: account.user_id as UserId, client: 'test', requestId: 'many' };
  const one = async () =>
    (await server.application.services.run(sendMessage, { to, content: 'x' }, by)).result.messageId;
  return Promise.all(Array.from({ length: count }, one));
};
export const toSelf = ({ account }: Client): Destination => ({ kind: 'private', to: [account.user_id] });
