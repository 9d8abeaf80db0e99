import type { Db } from '../../src/lib/db/db.ts';
import type { Queryable } from '../../src/lib/db/statement.ts';

/** The same database; `before` is called ahead of each statement outside a transaction, and its error fails it. */
export function watchStatements(db: Db, before: () => void): Db {
  const executeQuery: Queryable['executeQuery'] = async (query) => {
    before();
    return db.executeQuery(query);
  };
  return new Proxy(db, {
    get(target, property) {
      if (property === 'executeQuery') return executeQuery;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
