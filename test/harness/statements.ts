import type { Db, Tx } from '../../src/platform/lib/db/db.ts';
import type { Queryable } from '../../src/platform/lib/db/statement.ts';

type WatchedStatement = Parameters<Queryable['query']>[0];

/** The same database. `before` runs before each statement outside a transaction, and its error fails the statement. */
export function watchStatements(db: Db, before: (statement: WatchedStatement) => void): Db {
  return {
    async query(statement, values) {
      before(statement);
      return db.query(statement, values);
    },
    transaction: (work) => db.transaction(work),
  };
}

/** The same database. `after` gets the rows of each statement, also in transactions. Its error fails the statement. */
export function watchAnswers(db: Db, after: (rows: readonly object[]) => void): Db {
  const watched = (inner: Queryable): Queryable['query'] => {
    return async <Row>(...given: Parameters<Queryable['query']>) => {
      const answer = await inner.query<Row>(...given);
      after(answer.rows as readonly object[]); // a row is an object
      return answer;
    };
  };
  return {
    query: watched(db),
    transaction: (work) => db.transaction((tx) => work({ ...tx, query: watched(tx) })),
  };
}

/** The same database, and the names of the statements of its transactions, beside begin and commit. */
export function namesOfTransactions(db: Db): { db: Db; names: string[] } {
  const names: string[] = [];
  const inTransaction = (tx: Tx): Tx => {
    const watched: Tx = {
      ...tx,
      async query(statement, values) {
        names.push(statement.name ?? statement.text);
        return tx.query(statement, values);
      },
      transaction: (work) => work(watched),
    };
    return watched;
  };
  return {
    db: { ...db, transaction: (work) => db.transaction((tx) => work(inTransaction(tx))) },
    names,
  };
}

/** The same database. `before` runs before each statement, also in transactions. Its error fails the statement. */
export function watchAllStatements(db: Db, before: (statement: WatchedStatement) => void): Db {
  const watched = (inner: Queryable): Queryable['query'] => {
    return async <Row>(...given: Parameters<Queryable['query']>) => {
      before(given[0]);
      return inner.query<Row>(...given);
    };
  };
  return {
    query: watched(db),
    transaction: (work) => db.transaction((tx) => work({ ...tx, query: watched(tx) })),
  };
}
