/** An event of 600 bytes for the raw limits. It has no relation to the events of the product. */

const prose =
  'the quick brown fox jumps over the lazy dog and then walks slowly back to the quiet river bank where it sleeps ';
const bytes = 600;

export function sampleEvent(number: number) {
  const event = {
    seq: number,
    id: `evt-${String(number).padStart(12, '0')}`,
    type: 'message_sent',
    stream: `realm-1/channel-${number % 50}`,
    version: Math.floor(number / 50),
    at: 1_700_000_000_000 + number,
    actor: { user_id: 1000 + (number % 200), email: `user${number % 200}@example.com` },
    meta: { client: 'web', request: `c-${number * 7919}`, ip: '127.0.0.1' },
    data: {
      message_id: number,
      topic: `topic ${number % 500}`,
      content: '',
      recipients: [1, 2, 3, 4, 5, 6, 7, 8],
      flags: ['read', 'mentioned'],
    },
  };
  const rest = bytes - JSON.stringify(event).length;
  return { ...event, data: { ...event.data, content: prose.repeat(4).slice(0, Math.max(0, rest)) } };
}
