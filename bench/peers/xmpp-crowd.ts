/** A crowd of clients of an XMPP server. */
import { answer } from '../workers/worker.ts';
import { inPairs, type Person, type Talk, toAll } from './conversations.ts';
import { domain, openXmpp, type XmppConnection } from './xmpp-connection.ts';

const openedTogether = 32;
const room = `room@conference.${domain}`;
const userName = (number: number): string => `user${number}`;

type Crowd = { readonly port: number; readonly people: number };

async function connected({ port, people }: Crowd): Promise<XmppConnection[]> {
  const connections: XmppConnection[] = [];
  while (connections.length < people) {
    const first = connections.length;
    const count = Math.min(openedTogether, people - first);
    connections.push(
      ...(await Promise.all(Array.from({ length: count }, (_, more) => openXmpp(port, userName(first + more))))),
    );
  }
  return connections;
}

/** The connections as people, and the failure of any of them. */
function peopleOf(connections: readonly XmppConnection[]): { people: Person[]; failed: Promise<never> } {
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const people = connections.map((connection) => {
    const person: Person = {
      sendTo: async (listener, text) => connection.send(`${userName(listener)}@${domain}`, 'chat', text),
      sendToAll: async (text) => connection.send(room, 'groupchat', text),
      heard: () => undefined,
    };
    connection.listen((count) => person.heard(count), fail);
    return person;
  });
  return { people, failed };
}

const disconnect = (connections: readonly XmppConnection[]): void => {
  for (const connection of connections) connection.close();
};

async function pairs({ port, talk }: { port: number; talk: Talk }): Promise<number> {
  const connections = await connected({ port, people: talk.people });
  const { people, failed } = peopleOf(connections);
  const perSecond = await Promise.race([failed, inPairs(people, talk)]);
  disconnect(connections);
  return perSecond;
}

/** One figure for each conversation in the same room. */
async function all({ port, talks }: { port: number; talks: readonly Talk[] }): Promise<number[]> {
  const connections = await connected({ port, people: Math.max(...talks.map(({ people }) => people)) });
  for (const connection of connections) await connection.enter(room);
  const { people, failed } = peopleOf(connections);
  const figures: number[] = [];
  for (const talk of talks) figures.push(await Promise.race([failed, toAll(people, talk)]));
  disconnect(connections);
  return figures;
}

const tasks = { pairs, all };
export type XmppTasks = typeof tasks;
answer(tasks);
