/** The screens that do not show messages. They are loaded when the first of them is opened. */
import { OperationsScreen } from '../operations/operations-screen.tsx';
import { EmojiScreen } from '../organization/emoji-screen.tsx';
import { GroupsScreen } from '../organization/groups-screen.tsx';
import { InvitationScreen } from '../organization/invitation-screen.tsx';
import { InvitationsScreen } from '../organization/invitations-screen.tsx';
import { PeopleScreen } from '../organization/people-screen.tsx';
import { PublicRecordScreen } from '../organization/public-record-screen.tsx';
import { RetentionScreen } from '../organization/retention-screen.tsx';
import { LedgerScreen } from '../prove/ledger-screen.tsx';
import { ProveScreen } from '../prove/prove-screen.tsx';
import '../styles/screens.css';
import { AuditorsScreen } from './auditors-screen.tsx';
import { ErasuresScreen } from './erasures/erasures-screen.tsx';
import { ExportsScreen } from './exports/exports-screen.tsx';
import { HoldsScreen } from './holds-screen.tsx';
import { MessageScreen } from './message/message-screen.tsx';
import { ReplayScreen } from './replay/replay-screen.tsx';
import { SinksScreen } from './sinks/sinks-screen.tsx';
import { EventScreen } from './trail/event-detail.tsx';
import { ObjectScreen } from './trail/object-screen.tsx';
import { TrailScreen } from './trail/trail-screen.tsx';
import '../styles/trail.css';
import '../styles/replay.css';
import '../styles/operations.css';

export function Screen({ path: [first, second, third, fourth] }: { readonly path: readonly string[] }) {
  if (first === 'ledger') return <LedgerScreen />;
  if (first === 'prove') return <ProveScreen />;
  if (first === 'operations') return <OperationsScreen />;
  if (first === 'groups') return <GroupsScreen />;
  if (first === 'people') return <PeopleScreen />;
  if (first === 'invitations') return <InvitationsScreen />;
  if (first === 'join' && second) return <InvitationScreen invitationKey={second} />;
  if (first === 'retention') return <RetentionScreen />;
  if (first === 'emoji') return <EmojiScreen />;
  if (first === 'public-record') return <PublicRecordScreen />;
  if (first === 'audit' && second === 'auditors') return <AuditorsScreen />;
  if (first === 'audit' && second === 'holds') return <HoldsScreen />;
  if (first === 'audit' && second === 'erasures') return <ErasuresScreen />;
  if (first === 'audit' && second === 'exports') return <ExportsScreen />;
  if (first === 'audit' && second === 'replay') return <ReplayScreen part={third} />;
  if (first === 'audit' && second === 'sinks') return <SinksScreen />;
  if (first === 'audit' && second === 'trail') return <TrailScreen part={third} />;
  if (first === 'audit' && second === 'event' && third) return <EventScreen key={third} id={third} />;
  if (first === 'audit' && second === 'object' && third && fourth)
    return <ObjectScreen key={`${third}/${fourth}`} type={third} id={fourth} />;
  if (first === 'audit' && second === 'message' && third && /^\d+$/.test(third))
    return <MessageScreen key={third} id={Number(third)} />;
  return <p class="empty">There is nothing at this address.</p>;
}
