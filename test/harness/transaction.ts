import type { Db, Tx } from '../../src/platform/lib/db/db.ts';

/** A transaction that the test ends itself. */
export interface OpenTransaction {
  tx: Tx;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

export async function openTransaction(db: Db): Promise<OpenTransaction> {
  const opened = Promise.withResolvers<Tx>();
  const end = Promise.withResolvers<void>();
  const done = db.transaction(async (tx) => {
    opened.resolve(tx);
    await end.promise;
  });
  done.catch(opened.reject);
  return {
    tx: await opened.promise,
    async commit() {
      end.resolve();
      await done;
    },
    async rollback() {
      end.reject(new Error('The test rolls back.'));
      await done.catch(() => {});
    },
  };
}
