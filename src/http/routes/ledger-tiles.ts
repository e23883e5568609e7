/** Tiles of hashes, as C2SP tlog-tiles names them. A path parameter holds no slash, so that there is an endpoint for each number of parts. */
import { z } from 'zod';
import { RawAnswer } from '../../define/endpoint.ts';
import { levelSize, tileIn, tileLevelMax, tileWidth } from '../../ledger/tiles.ts';
import { hashesOfLevel, newestSeal } from '../../queries/ledger.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { type Problem, ProblemError } from '../response/problem.ts';

const noTile: Problem = { status: 404, msg: 'The ledger has no such tile' };

const level = described(
  z.string(),
  'Level 0 has the hashes of leaves; each level above has one for each full tile.',
  '0',
);
const part = described(
  z.string(),
  'The number of the tile, three digits a part, an `x` before all but the last; then, if it is not full, `.p` and its width.',
  '067',
);

/** The hashes of a tile of the newest tree, or of an earlier one. */
const tileEndpoint = (id: string, path: string, parts: Readonly<Record<string, typeof part>>): AnyEndpoint =>
  defineEndpoint({
    id,
    method: 'GET',
    path: `/audit/ledger/tile/:level/${path}`,
    tag: 'Audit',
    summary: 'Get a tile of hashes of the ledger',
    description:
      'Answers up to 256 hashes of the Merkle tree, 32 bytes each, as C2SP tlog-tiles lays them out: `tile/0/x001/234`, `tile/0/273.p/112`. It never changes.',
    access: 'user',
    parameters: z.object({ level, ...parts }),
    response: z.object({}),
    raw: { type: 'application/octet-stream', example: '' },
    example: {},
    errors: [noTile],
    async handle({ realmId, parameters }, services) {
      const values = parameters as Readonly<Record<string, string>>;
      const tile = tileIn([values.level, ...Object.keys(parts).map((name) => values[name])].join('/'));
      if (!tile || tile.level === 'entries' || tile.level > tileLevelMax) throw new ProblemError(noTile);
      const { level: of, index, width } = tile;
      return services.read(async (view) => {
        const size = (await newestSeal(view, realmId))?.size ?? 0;
        if (index * tileWidth + width > levelSize(of, size)) throw new ProblemError(noTile);
        const hashes = await hashesOfLevel(view, realmId, of, index * tileWidth, width);
        return new RawAnswer(Buffer.concat(hashes), { immutable: true });
      });
    },
  });

export const ledgerTiles: readonly AnyEndpoint[] = [
  tileEndpoint('getLedgerTile', ':a', { a: part }),
  tileEndpoint('getLedgerTileOfTwoParts', ':a/:b', { a: part, b: part }),
  tileEndpoint('getLedgerTileOfThreeParts', ':a/:b/:c', { a: part, b: part, c: part }),
  tileEndpoint('getLedgerTileOfFourParts', ':a/:b/:c/:d', { a: part, b: part, c: part, d: part }),
];
