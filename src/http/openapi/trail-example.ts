/** A record of the trail, for the description of the API. */
import type { TrailRecord } from '../../wire/trail.ts';

export const trailRecordExample: TrailRecord = {
  id: '019a9f6e-2b7e-7c3a-9d9b-5b1f0a6c7d8e',
  position: 4211,
  index: null,
  at: '2026-11-22T14:34:00.123Z',
  action: 'message.edited',
  actor: { type: 'user', id: 17, name: 'Iago' },
  object: {
    type: 'message',
    id: 4711,
    name: null,
    in: { stream_id: 3, stream: 'general', topic: 'lunch' },
  },
  context: {
    client: 'website',
    request_id: '0b0d5a2e-6c1c-4f0e-8a6f-1f4f7d1b2c3d',
    caused_by: null,
    decided_on: '019a9f6e-2b7e-7c3a-9d9b-5b1f0a6c7d8d',
  },
  before: { content: 'Lunch at noon?' },
  after: { content: 'Lunch at one?' },
  state: 'intact',
  erased_by: null,
};
