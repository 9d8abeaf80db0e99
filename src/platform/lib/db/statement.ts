export interface Queryable {
  /** Without a name, a text is planned each time. `count`: rows. */
  query<Row>(
    statement: { name?: string; text: string },
    values: readonly unknown[],
  ): Promise<{ rows: Row[]; count: number }>;
}

/** Constant text, prepared once per connection. Parameters have names (`:ids::bigint[]`). */
export interface Statement<Params, Row> extends Ways<Queryable, Params, Row> {
  readonly name: string;
  readonly text: string;
  /** For statements that need a transaction, such as locks. */
  readonly inTx: Ways<Queryable & { readonly isTransaction: true }, Params, Row>;
}

/** A store exports one of them: `export const findLabel = statement(...).first`. */
interface Ways<On, Params, Row> {
  readonly all: (db: On, params: Params) => Promise<Row[]>;
  readonly first: (db: On, params: Params) => Promise<Row | undefined>;
  /** Throws when there is no row. */
  readonly one: (db: On, params: Params) => Promise<Row>;
  readonly run: (db: On, params: Params) => Promise<number>;
}

const statements = new Map<string, Statement<never, unknown>>();

export type NoParams = Record<string, never>;

/** The name: `folder.what_it_does`. */
export function statement<Params extends object = NoParams, Row = unknown>(
  name: string,
  template: string,
): Statement<Params, Row> {
  const { text, params } = parse(template);
  if (statements.has(name)) throw new Error(`Two statements are named ${name}.`);

  const execute = async (db: Queryable, given: Params) => {
    const values = params.map((param) => {
      const value = given[param as keyof Params];
      if (value === undefined) throw new Error(`Statement ${name} lacks the parameter ${param}.`);
      return value;
    });
    return db.query<Row>({ name, text }, values);
  };
  const ways: Ways<Queryable, Params, Row> = {
    all: async (db, given) => (await execute(db, given)).rows,
    first: async (db, given) => (await execute(db, given)).rows[0],
    async one(db, given) {
      const [row] = (await execute(db, given)).rows;
      if (row === undefined) throw new Error(`Statement ${name} answered no row.`);
      return row;
    },
    run: async (db, given) => (await execute(db, given)).count,
  };
  const defined = { name, text, ...ways, inTx: ways };
  statements.set(name, defined);
  return defined;
}

export function allStatements(): readonly Statement<never, unknown>[] {
  return [...statements.values()];
}

/** `:name` becomes `$n`; casts, slices (`a[1:2]`) and quoted text stay. */
function parse(template: string): { text: string; params: string[] } {
  const params: string[] = [];
  const text = template.replace(/'(?:[^']|'')*'|::|:([a-z][a-z0-9_]*)/gi, (match, param?: string) => {
    if (param === undefined) return match;
    if (!params.includes(param)) params.push(param);
    return `$${params.indexOf(param) + 1}`;
  });
  return { text: text.trim(), params };
}
