import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Api } from 'verbatim/client';
import { client } from '../../api/connection.ts';
import { personName } from '../../model/organization.ts';
import { Button, Trouble } from '../../view/fields.tsx';
import { Frame } from '../../view/frame.tsx';
import { given } from '../reason.tsx';
import { useAttempt } from '../shared/attempt.ts';
import { Fact } from '../shared/fact.tsx';
import { ProofPanel } from '../shared/proof-panel.tsx';
import { saveAs } from '../shared/save-as.ts';
import { counted, wholeTime } from '../shared/words.ts';

type Certificate = Api['GET /audit/erasures/{erasure_id}/certificate']['answer']['certificate'];

/** The certificate of an erasure, with its proof. */
export function CertificateFrame({ id, close }: { readonly id: number; readonly close: () => void }) {
  const certificate = useSignal<Certificate | undefined>(undefined);
  const { trouble, attempt } = useAttempt();
  useEffect(() => {
    void attempt(async () => {
      const asked = { erasure_id: id, ...given() };
      ({ certificate: certificate.value } = await client.value.get('/audit/erasures/{erasure_id}/certificate', asked));
    });
  }, [id]);
  const { value: shown } = certificate;
  return (
    <Frame title={`Certificate of erasure ${id}`} class="wide" onClose={close}>
      <Trouble words={trouble.value} />
      {shown && (
        <>
          <dl class="facts">
            <Fact name="Completed">
              {wholeTime(shown.at)} <small>{shown.at}</small>
            </Fact>
            <Fact name="Requested by">
              {shown.requested_by === null ? 'the service' : personName(shown.requested_by)}
            </Fact>
            <Fact name="Approved by">{shown.approved_by && personName(shown.approved_by)}</Fact>
            <Fact name="Reason">{shown.reason}</Fact>
            <Fact name="Legal basis">{shown.basis}</Fact>
            <Fact name="Erased">
              {counted(shown.messages, 'message')}, {counted(shown.events, 'event')}, {counted(shown.files, 'file')},{' '}
              {shown.bytes.toLocaleString()} bytes
              {shown.held > 0 && `; ${shown.held} were kept because of a legal hold`}
            </Fact>
            <Fact name="Event">
              <code>{shown.event_id}</code>
            </Fact>
          </dl>
          <p>
            <Button
              label="Save the certificate"
              onClick={() => {
                const text = JSON.stringify(shown, undefined, 2);
                saveAs(`erasure-${id}.json`, new Blob([text], { type: 'application/json' }));
              }}
            />
          </p>
          <h3>Proof that it is in the ledger</h3>
          <ProofPanel eventId={shown.event_id} isSealed={shown.proof !== null} />
        </>
      )}
    </Frame>
  );
}
