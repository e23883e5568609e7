/** The screens that are not of messages. They are loaded when the first one is opened. */
import { LedgerScreen } from '../prove/ledger-screen.tsx';
import { ProveScreen } from '../prove/prove-screen.tsx';
import '../styles/screens.css';
import { AuditorsScreen } from './auditors-screen.tsx';
import { HoldsScreen } from './holds-screen.tsx';

export function Screen({ path: [first, second] }: { readonly path: readonly string[] }) {
  if (first === 'ledger') return <LedgerScreen />;
  if (first === 'prove') return <ProveScreen />;
  if (first === 'audit' && second === 'auditors') return <AuditorsScreen />;
  if (first === 'audit' && second === 'holds') return <HoldsScreen />;
  return <p class="empty">There is nothing at this address.</p>;
}
