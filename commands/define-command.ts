/** How the files of this folder declare their command. */
import { commandOn } from '../src/define/command.ts';
import type { RealmState, ServerState } from '../src/state/realm-state.ts';

/** A command of one organization. */
export const defineCommand = commandOn<RealmState>();

/** A command about the server as a whole. */
export const defineServerCommand = commandOn<ServerState>();
