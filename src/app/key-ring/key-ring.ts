import type { Context } from '../../context.ts';
import type { SecretBox } from '../../platform/lib/secret-box.ts';
import { refuseOtherKeys } from '../operator/gateways/gateway.ts';
import { renewKeyCheck } from '../processes/secret-key.ts';
import { COLUMNS, firstPlace, type SealedRow } from './store.ts';

/** Rows of one transaction. */
const PIECE = 500;

export interface Ring {
  /** Secrets that the present key has sealed. */
  current: number;
  /** Secrets that need an earlier key, by column. */
  left: Record<string, number>;
  /** Secrets that no key opens: they were lost before. */
  unreadable: number;
  /** How many this run has sealed again. */
  sealed: number;
}

type Ctx = Pick<Context, 'db' | 'box' | 'now'>;

/** What each key has sealed. Reads all secrets. */
export const readRing = (ctx: Omit<Ctx, 'now'>): Promise<Ring> => walk(ctx, async () => 0);

/**
 * Seals again what an earlier key has sealed, in pieces, while Kurir runs. When nothing is left, no start needs the
 * earlier key. May run again after a kill. Throws CommandError while a gateway has another key.
 */
export async function rotate(ctx: Ctx): Promise<Ring> {
  await refuseOtherKeys(ctx);
  const { sealed } = await walk(ctx, (replace, rows) =>
    ctx.db.transaction(async (tx) => {
      let count = 0;
      for (const row of rows) count += await replace(tx, row);
      return count;
    }),
  );
  const ring = await readRing(ctx);
  // One that started meanwhile goes on with the earlier key.
  await refuseOtherKeys(ctx);
  if (Object.keys(ring.left).length === 0) await renewKeyCheck(ctx.db, ctx.box);
  return { ...ring, sealed };
}

type Sealed = NonNullable<SealedRow['sealed']>;

interface Renewed {
  values: readonly string[];
  earlier: Sealed;
  sealed: Sealed;
}
type Replace = (typeof COLUMNS)[number]['replace'];

async function walk(
  { db, box }: Omit<Ctx, 'now'>,
  renew: (replace: Replace, rows: readonly Renewed[]) => Promise<number>,
): Promise<Ring> {
  const ring: Ring = { current: 0, left: {}, unreadable: 0, sealed: 0 };
  for (const { each, find, replace } of COLUMNS) {
    for (let after: string[] | null = firstPlace(each); after; ) {
      const rows: SealedRow[] = await find(db, { after, limit: PIECE });
      const old: Renewed[] = [];
      for (const { values, sealed } of rows) {
        if (sealed === null || sealed.length === 0) continue;
        const state = stateOf(box, sealed, each.placeOf(values));
        if (state === 'current') ring.current += 1;
        else if (state === 'unreadable') ring.unreadable += 1;
        else old.push({ values, earlier: sealed, sealed: state });
      }
      if (old.length > 0) {
        const name = `${each.table}.${each.column}`;
        ring.left[name] = (ring.left[name] ?? 0) + old.length;
        ring.sealed += await renew(replace, old);
      }
      const last = rows.at(-1);
      after = last && rows.length === PIECE ? last.values.slice(0, each.key.length) : null;
    }
  }
  return ring;
}

/** Sealed with the present key, where an earlier one is needed. */
function stateOf(box: SecretBox, sealed: Sealed, place: string): 'current' | 'unreadable' | Sealed {
  const all = Array.isArray(sealed) ? sealed : [sealed];
  if (all.every((each) => box.isCurrent(each, place))) return 'current';
  try {
    const renewed = all.map((each) => box.seal(box.open(each, place), place));
    return Array.isArray(sealed) ? renewed : (renewed[0] ?? 'unreadable');
  } catch {
    return 'unreadable';
  }
}
