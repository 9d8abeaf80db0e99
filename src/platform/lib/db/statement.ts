/** Runs statements: a database, or a transaction on it. */
export interface Queryable {
  /** A text without a name is planned each time. `count` is the number of rows that it wrote or read. */
  query<Row>(
    statement: { name?: string; text: string },
    values: readonly unknown[],
  ): Promise<{ rows: Row[]; count: number }>;
}

/**
 * One SQL statement of a store. Its text is constant, so that each connection prepares it once, under its name.
 * Parameters are named in the text (`:ids::bigint[]`) and given as an object.
 */
export interface Statement<Params, Row> extends Ways<Queryable, Params, Row> {
  readonly name: string;
  /** The text as PostgreSQL takes it, with `$1` for the first parameter. */
  readonly text: string;
  /** For a statement that is right only in a transaction, such as a lock. */
  readonly inTx: Ways<Queryable & { readonly isTransaction: true }, Params, Row>;
}

/** A store exports one of them: `export const findLabel = statement(...).first`. */
interface Ways<On, Params, Row> {
  /** All rows of the answer. */
  readonly all: (db: On, params: Params) => Promise<Row[]>;
  /** The first row; undefined when there is none. */
  readonly first: (db: On, params: Params) => Promise<Row | undefined>;
  /** The only row. Throws when there is none. */
  readonly one: (db: On, params: Params) => Promise<Row>;
  /** The number of rows that the statement wrote or read. */
  readonly run: (db: On, params: Params) => Promise<number>;
}

/** Every statement that the loaded stores define, by name; the texts are constants of the program. */
const statements = new Map<string, Statement<never, unknown>>();

/** Parameters of a statement that has none. */
export type NoParams = Record<string, never>;

/** Defines a statement. Each has its own name, `folder.what_it_does`. */
export function statement<Params extends object = NoParams, Row = unknown>(
  name: string,
  template: string,
): Statement<Params, Row> {
  const { text, params } = parse(template);
  if (statements.has(name)) throw new Error(`Two statements are named ${name}.`);

  const execute = async (db: Queryable, given: Params) => {
    const values = params.map((param) => {
      const value = given[param as keyof Params]; // a statement's type names its parameters
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

/** Every statement that the loaded modules define. */
export function allStatements(): readonly Statement<never, unknown>[] {
  return [...statements.values()];
}

/** `:name` becomes `$n`; a cast (`::text`), a slice (`a[1:2]`) and quoted text stay as they are. */
function parse(template: string): { text: string; params: string[] } {
  const params: string[] = [];
  const text = template.replace(/'(?:[^']|'')*'|::|:([a-z][a-z0-9_]*)/gi, (match, param?: string) => {
    if (param === undefined) return match;
    if (!params.includes(param)) params.push(param);
    return `$${params.indexOf(param) + 1}`;
  });
  return { text: text.trim(), params };
}
