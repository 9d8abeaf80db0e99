import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { FieldErrors } from '../../platform/lib/errors.ts';
import { makeCode } from './codes.ts';
import * as store from './store.ts';

/** Random addresses are hardly ever taken. */
const SLUG_BYTES = 5;
/** So are random codes. */
const MAX_ATTEMPTS = 10;

export const randomSlug = ({ randomBytes }: Pick<Context, 'randomBytes'>): string =>
  randomBytes(SLUG_BYTES).toString('hex');

/** With a new code. FieldErrors for a taken address. */
export async function insertEntryPoint(
  tx: Tx,
  ctx: Pick<Context, 'randomBytes' | 'now'>,
  given: store.LinkContent & { accountId: number; kind: store.MadeKind },
): Promise<{ id: number; entry_point_uuid: string }> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const code = makeCode(ctx.randomBytes);
    const made = await store.insertEntryPoint(tx, { ...given, code, now: ctx.now() });
    if (made === undefined) continue;
    await takeSlug(tx, ctx, { accountId: given.accountId, id: made.id, slug: given.slug });
    return made;
  }
  throw new Error('no free code was found');
}

/** FieldErrors for a taken address. */
export async function takeSlug(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  slug: { accountId: number; id: number; slug: string },
): Promise<void> {
  if (await store.takeSlug(tx, slug, now())) return;
  throw new FieldErrors({ slug: ['is or was the address of another link: choose another one'] });
}
