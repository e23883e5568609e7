/**
 * Tiles of hashes and of entries, with the paths of C2SP tlog-tiles. A path parameter contains no slash, so that there is an endpoint for
 * each number of parts. Hashes are for every member. Entries are for auditors, and each request for them is recorded.
 */
import { z } from 'zod';
import { recordAccess } from '../../../commands/audit/record-access.ts';
import { RawAnswer } from '../../define/endpoint.ts';
import { entryBundle, levelSize, type Tile, tileIn, tileLevelMax, tileWidth } from '../../ledger/tiles.ts';
import { leafTexts } from '../../queries/leaves.ts';
import { hashesOfLevel, newestSeal } from '../../queries/ledger.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { type DeclaredEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import type { Services } from '../services.ts';
import { leavesPerRequest, recordedLeaves } from './shared/recorded-leaves.ts';

const noTile: Problem = { status: 404, msg: 'The ledger has no such tile' };

const level = described(
  z.string(),
  '0: the hashes of leaves. Each level above has one hash for each full tile of the level below. `entries`: the leaves themselves.',
  '0',
);
const part = described(
  z.string(),
  'One part of the number of the tile: three digits, with an `x` before all parts but the last. A partial tile ends with `.p` and its width.',
  '067',
);

const bundleOf = async (services: Pick<Services, 'read' | 'events'>, realmId: RealmId, { index, width }: Tile) => {
  const from = index * tileWidth;
  const found = await services.read((view) => leafTexts(view, realmId, services.events, from, from + width));
  const leaves = found.flatMap(({ leaf }) => leaf ?? []);
  if (leaves.length < found.length) throw new Error('the log has lost an event that is sealed');
  return leaves.length < width ? undefined : entryBundle(leaves);
};

const tileEndpoint = (id: string, path: string, parts: Readonly<Record<string, typeof part>>): DeclaredEndpoint =>
  defineEndpoint({
    id,
    route: `GET /audit/ledger/tile/:level/${path}`,
    summary: 'Get a tile of the ledger',
    description:
      'Returns up to 256 hashes of the Merkle tree, 32 bytes each, in the layout of C2SP tlog-tiles: `tile/0/x001/234`, `tile/0/273.p/112`. A tile never changes. `tile/entries/…`, for auditors, returns the leaves of a tile, each after its length.',
    parameters: z.object({ level, ...parts }),
    response: z.object({}),
    raw: { type: 'application/octet-stream', example: '' },
    example: {},
    commands: [recordAccess],
    errors: [noTile],
    async handle(call, services) {
      const { realmId, parameters, charge } = call;
      const values = parameters as Readonly<Record<string, string>>;
      const path = [values.level, ...Object.keys(parts).map((name) => values[name])].join('/');
      const tile = tileIn(path);
      if (!tile) throw new ProblemError(noTile);
      const { level: of, index, width } = tile;
      if (of === 'entries') {
        await recordedLeaves(call, services, 'GET /audit/ledger/tile/entries', { tile: path });
        charge(Math.ceil(width / leavesPerRequest));
        const bundle = await bundleOf(services, realmId, tile);
        if (!bundle) throw new ProblemError(noTile);
        return new RawAnswer(bundle);
      }
      if (of > tileLevelMax) throw new ProblemError(noTile);
      return services.read(async (view) => {
        const size = (await newestSeal(view, realmId))?.size ?? 0;
        if (index * tileWidth + width > levelSize(of, size)) throw new ProblemError(noTile);
        const hashes = await hashesOfLevel(view, realmId, of, index * tileWidth, width);
        return new RawAnswer(Buffer.concat(hashes), { immutable: true });
      });
    },
  });

export const ledgerTiles = [
  tileEndpoint('getLedgerTile', ':a', { a: part }),
  tileEndpoint('getLedgerTileOfTwoParts', ':a/:b', { a: part, b: part }),
  tileEndpoint('getLedgerTileOfThreeParts', ':a/:b/:c', { a: part, b: part, c: part }),
  tileEndpoint('getLedgerTileOfFourParts', ':a/:b/:c/:d', { a: part, b: part, c: part, d: part }),
];
