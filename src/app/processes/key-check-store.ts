import type { Db } from '../../lib/db/db.ts';

/** The sealed proof of the secret key; sealed and stored now when there is none yet. */
export async function keepKeyCheck(db: Db, seal: () => Buffer): Promise<Buffer> {
  const find = () =>
    db.selectFrom('settings').select('value').where('name', '=', 'secret_key_check').executeTakeFirst();
  const earlier = await find();
  if (earlier) return earlier.value;
  await db
    .insertInto('settings')
    .values({ name: 'secret_key_check', value: seal() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find())?.value ?? Buffer.alloc(0);
}
