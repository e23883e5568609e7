/** The input that the readers of a registration's initial state share: the view, the caller and the request's options. */
import type { RealmDocument } from '../../projections/realms.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { Millis, RealmId, UserId } from '../vocabulary/ids.ts';
import type { BotKeys } from '../wire/bot.ts';
import type { UploadBounds } from '../wire/realm.ts';
import type { StateOf, StateType } from '../wire/registration.ts';
import type { ShownUser } from './realm.ts';
import type { Traffic } from './weekly-traffic.ts';

export type RegisterRequest = {
  readonly realmId: RealmId;
  readonly userId: UserId;
  /** The types of state to return; null for all. Unknown names are ignored. */
  readonly types: ReadonlySet<string> | null;
  readonly clientGravatar: boolean;
  readonly includeSubscribers: boolean;
  /** Whether presence is listed by user id. */
  readonly slimPresence: boolean;
  /** Whether the client understands null as "inherit" in the notification settings of subscriptions. */
  readonly nullNotifications: boolean;
  readonly now: Millis;
  /** The organization's address for clients. */
  readonly uri: string;
  readonly development: boolean;
  readonly uploads: UploadBounds;
  /** The names of the incoming-webhook integrations. */
  readonly integrations: readonly string[];
  readonly keys: BotKeys;
  readonly traffic: Traffic;
  /** Called with the number of starred messages that are looked up, those included that the user may not see. */
  readonly starsLookedUp: (count: number) => void;
};

export type RegisterContext = RegisterRequest & {
  readonly view: ReadView;
  readonly realm: RealmDocument;
  readonly user: ShownUser;
};

export type StateReader<T extends StateType> = (context: RegisterContext) => Promise<StateOf<T>>;
