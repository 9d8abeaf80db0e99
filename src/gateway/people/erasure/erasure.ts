import { randomUUID } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { record } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import { type Page, type PageQuery, readPage } from '../../../platform/lib/page.ts';
import { storablePhone } from '../../../platform/lib/phone.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { type Identity, identityOf, phonesOf } from '../identity.ts';
import { listFamily } from '../merge.ts';
import { findRoot, lockAccount } from '../merge-store.ts';
import { findPeople } from '../store.ts';
import { ERASING } from './job.ts';
import type { ErasureRow } from './store.ts';
import * as store from './store.ts';
import { type Subject, sealSubject } from './subject.ts';

type Account = { id: number; country_code: string };

/**
 * Begins the erasure: from now on the numbers are those of a new, unknown person. ApiError person_not_found.
 */
export function erasePerson(ctx: Context, account: Account, uuid: string): Promise<ErasureRow> {
  return begin(ctx, account, async (tx) => {
    const found = isUuid(uuid) ? await findRoot(tx, { accountId: account.id, uuid }) : undefined;
    if (!found) throw new ApiError('person_not_found');
    return { personId: found.root, identities: [] };
  });
}

/** Also a number without messages: of a contact, or a recipient. FieldErrors for a phone that is no number. */
export function eraseNumber(ctx: Context, account: Account, phone: string): Promise<ErasureRow> {
  const identity = identityOf(storablePhone(phone, account.country_code));
  const identities = identity ? [identity] : [];
  return begin(ctx, account, async (tx) => {
    const [found] = await findPeople(
      tx,
      identities.map((each) => ({ account_id: account.id, ...each })),
    );
    return { personId: found?.person_id ?? null, identities };
  });
}

async function begin(
  ctx: Context,
  account: Account,
  find: (tx: Tx) => Promise<{ personId: number | null; identities: readonly Identity[] }>,
): Promise<ErasureRow> {
  const erasure_uuid = randomUUID();
  return ctx.db.transaction(async (tx) => {
    await lockAccount(tx, { accountId: account.id });
    const { personId, identities } = await find(tx);
    const family = personId === null ? [] : await listFamily(tx, personId);
    const known = [...identities, ...family.flatMap((each) => each.identities)];
    const personIds = family.map(({ id }) => id);
    const subject: Subject = { phones: [...new Set(known.flatMap(phonesOf))], personIds };
    await store.forgetPeople(tx, personIds);
    const erasure = await store.insertErasure(tx, {
      erasure_uuid,
      account_id: account.id,
      subject: sealSubject(ctx.box, erasure_uuid, subject),
      actor: ctx.actor.type,
      actor_id: ctx.actor.id,
      requested_at: ctx.now(),
    });
    await record(tx, ctx, [{ action: 'person.erased', accountId: account.id, target: erasure_uuid }]);
    await enqueue(tx, { name: ERASING, accountId: account.id });
    return erasure;
  });
}

/** ApiError erasure_not_found. */
export async function getErasure(
  ctx: Pick<Context, 'db'>,
  account: { id: number },
  uuid: string,
): Promise<ErasureRow> {
  const found = isUuid(uuid) ? await store.findErasure(ctx.db, { accountId: account.id, uuid }) : undefined;
  if (!found) throw new ApiError('erasure_not_found');
  return found;
}

/** Newest first. */
export function listErasures(
  ctx: Context,
  account: { id: number },
  query: PageQuery,
): Promise<Page<ErasureRow>> {
  return readPage(ctx, {
    ...query,
    list: `erasures of account ${account.id}`,
    read: ([before = null], limit) => store.listErasures(ctx.db, account.id, { before, limit }),
    placeOf: ({ id }) => [id],
  });
}
