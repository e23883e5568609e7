/** Converts between records of the store and messages of the client's gRPC definitions. */
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import type { BatchAppendReq, BatchAppendResp, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import anys from 'google-protobuf/google/protobuf/any_pb.js';
import empties from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Appended, EventRecord, Expected, ProposedEvent } from './store.ts';

const ticksPerMillisecond = 10_000n;
const json = 'application/json';

export const streamNameOf = (identifier: { getStreamName_asU8(): Uint8Array } | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

const identifierOf = (stream: string) => {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream, 'utf8'));
  return identifier;
};

export const proposedEvent = (message: BatchAppendReq.ProposedMessage): ProposedEvent => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  isJson: message.getMetadataMap().get('content-type') === json,
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

export const expectedOf = (options: BatchAppendReq.Options): Expected => {
  if (options.hasNoStream()) return 'none';
  if (options.hasStreamPosition()) return Number(options.getStreamPosition());
  throw new Error('the test server knows no other expectation');
};

export const eventMessage = (record: EventRecord): ReadResp => {
  const id = new shared.UUID();
  id.setString(record.id);
  const event = new streams.ReadResp.ReadEvent.RecordedEvent();
  event.setId(id);
  event.setStreamIdentifier(identifierOf(record.stream));
  event.setStreamRevision(String(record.revision));
  event.setCommitPosition(String(record.position));
  event.setPreparePosition(String(record.position));
  event.getMetadataMap().set('type', record.type);
  event.getMetadataMap().set('content-type', record.isJson ? json : 'application/octet-stream');
  event.getMetadataMap().set('created', String(BigInt(record.created.getTime()) * ticksPerMillisecond));
  event.setData(record.data);
  event.setCustomMetadata(record.metadata);
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(event);
  read.setCommitPosition(String(record.position));
  const message = new streams.ReadResp();
  message.setEvent(read);
  return message;
};

export const streamNotFound = (stream: string): ReadResp => {
  const missing = new streams.ReadResp.StreamNotFound();
  missing.setStreamIdentifier(identifierOf(stream));
  const message = new streams.ReadResp();
  message.setStreamNotFound(missing);
  return message;
};

export const confirmation = (id: string): ReadResp => {
  const confirmed = new streams.ReadResp.SubscriptionConfirmation();
  confirmed.setSubscriptionId(id);
  const message = new streams.ReadResp();
  message.setConfirmation(confirmed);
  return message;
};

export const checkpoint = (position: number): ReadResp => {
  const reached = new streams.ReadResp.Checkpoint();
  reached.setCommitPosition(String(position));
  reached.setPreparePosition(String(position));
  const message = new streams.ReadResp();
  message.setCheckpoint(reached);
  return message;
};

export const caughtUp = (): ReadResp => {
  const message = new streams.ReadResp();
  message.setCaughtUp(new streams.ReadResp.CaughtUp());
  return message;
};

const failure = (message: string, code: number, typeName: string, details: Uint8Array): Status => {
  const packed = new anys.Any();
  packed.pack(details, typeName);
  const status = new statuses.Status();
  status.setCode(code);
  status.setMessage(message);
  status.setDetails(packed);
  return status;
};

const wrongExpectedVersion = (actual: Expected, expected: Expected): Status => {
  const details = new shared.WrongExpectedVersion();
  if (actual === 'none') details.setCurrentNoStream(new empties.Empty());
  else details.setCurrentStreamRevision(String(actual));
  if (expected === 'none') details.setExpectedNoStream(new empties.Empty());
  else details.setExpectedStreamPosition(String(expected));
  return failure('WrongExpectedVersion', 6, 'event_store.client.WrongExpectedVersion', details.serializeBinary());
};

const tooLarge = (bytesMax: number): Status => {
  const details = new shared.MaximumAppendSizeExceeded();
  details.setMaxappendsize(bytesMax);
  const typeName = 'event_store.client.MaximumAppendSizeExceeded';
  return failure('MaximumAppendSizeExceeded', 3, typeName, details.serializeBinary());
};

/** The answer of a node to one append that it did not accept: `Server Is Not Ready`, `Server Is Busy`. */
export const notHandled = (why: string): Status =>
  failure(why, 0, 'google.protobuf.Empty', new empties.Empty().serializeBinary());

export const timedOut = (): Status =>
  failure('Timeout', 4, 'event_store.client.Timeout', new shared.Timeout().serializeBinary());

const success = ({ revision, position }: { revision: number; position: number | undefined }) => {
  const done = new streams.BatchAppendResp.Success();
  done.setCurrentRevision(String(revision));
  if (position === undefined) {
    done.setNoPosition(new empties.Empty());
  } else {
    const at = new shared.AllStreamPosition();
    at.setCommitPosition(String(position));
    at.setPreparePosition(String(position));
    done.setPosition(at);
  }
  return done;
};

/** The answer to the append that `request` (its last part) belongs to. */
export const appendAnswer = (
  request: BatchAppendReq,
  stream: string,
  expected: Expected,
  outcome: Appended | Status,
): BatchAppendResp => {
  const answer = new streams.BatchAppendResp();
  answer.setCorrelationId(request.getCorrelationId());
  answer.setStreamIdentifier(identifierOf(stream));
  if (!('result' in outcome)) answer.setError(outcome);
  else if (outcome.result === 'success') answer.setSuccess(success(outcome));
  else if (outcome.result === 'too-large') answer.setError(tooLarge(outcome.bytesMax));
  else answer.setError(wrongExpectedVersion(outcome.actual, expected));
  return answer;
};
