import type { Tx } from '../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../platform/lib/db/statement.ts';

export interface ImportRow {
  id: string;
  started_at: Date;
  /** When its undo began. */
  undone_at: Date | null;
  created: number;
  changed: number;
}

/** `change` is of the type that `imports.ts` writes. */
export interface NoteRow {
  phone: string;
  created: boolean;
  change: unknown;
}

const ROW = 'id, started_at, undone_at, created, changed';

/** New, or with earlier batches. */
export const openImport = statement<{ accountId: number; id: string; at: Date }, ImportRow>(
  'contacts.open_import',
  `insert into contact_imports as i (account_id, id, started_at) values (:accountId, :id::uuid, :at)
   on conflict (account_id, id) do update set started_at = i.started_at
   returning ${ROW}`,
).one;

/** Forgets the oldest imports of an account beyond these limits. */
export const trimImports = statement<{ accountId: number; since: Date; imports: number; contacts: number }>(
  'contacts.trim_imports',
  `delete from contact_imports i using (
     select id, row_number() over w as n, sum(created + changed) over w as contacts
     from contact_imports where account_id = :accountId window w as (order by started_at desc, id)
   ) ranked
   where i.account_id = :accountId and i.id = ranked.id
     and (i.started_at < :since or ranked.n > :imports::bigint or ranked.contacts > :contacts::bigint)`,
).run;

/** The newest first. `undone_at` is null as long as a part is left. */
export const listImports = statement<{ accountId: number; since: Date }, ImportRow>(
  'contacts.list_imports',
  `select i.id, i.started_at, i.created, i.changed,
     case when exists (
       select from contact_import_changes n where n.account_id = i.account_id and n.import_id = i.id
     ) then null else i.undone_at end as undone_at
   from contact_imports i where i.account_id = :accountId and i.started_at > :since
   order by i.started_at desc, i.id`,
).all;

const ADD_NOTES = statement<{
  accountId: number;
  id: string;
  phones: readonly string[];
  created: readonly boolean[];
  changes: readonly string[];
  made: number;
}>(
  'contacts.add_import_notes',
  `with counted as (
     update contact_imports
     set created = created + :made::int, changed = changed + cardinality(:phones::text[]) - :made::int
     where account_id = :accountId and id = :id::uuid
     returning account_id, id
   )
   insert into contact_import_changes (account_id, import_id, phone, created, change)
   select i.account_id, i.id, n.phone, n.created, n.change
   from counted i
   cross join unnest(:phones::text[], :created::bool[], :changes::jsonb[])
     with ordinality as n (phone, created, change, n)
   order by n.n`,
);

/** Notes of an import that is forgotten meanwhile are dropped. */
export async function addNotes(
  tx: Tx,
  accountId: number,
  id: string,
  notes: readonly NoteRow[],
): Promise<void> {
  await ADD_NOTES.run(tx, {
    accountId,
    id,
    phones: notes.map((note) => note.phone),
    created: notes.map((note) => note.created),
    changes: notes.map((note) => JSON.stringify(note.change)),
    made: notes.filter((note) => note.created).length,
  });
}

/** Undefined without such an import after `since`. */
export const markUndone = statement<
  { accountId: number; id: string; since: Date; at: Date },
  { started_at: Date }
>(
  'contacts.mark_import_undone',
  `update contact_imports set undone_at = coalesce(undone_at, :at)
   where account_id = :accountId and id = :id::uuid and started_at > :since returning started_at`,
).inTx.first;

const TAKE_NOTES = statement<{ accountId: number; id: string; limit: number }, NoteRow & { id: number }>(
  'contacts.take_import_notes',
  `delete from contact_import_changes where id = any (array(
     select id from contact_import_changes where account_id = :accountId and import_id = :id::uuid
     order by id desc limit :limit::bigint
   )) returning id, phone, created, change`,
);

/** Deletes and answers the newest notes, the newest first. */
export async function takeNotes(tx: Tx, accountId: number, id: string, limit: number): Promise<NoteRow[]> {
  const rows = await TAKE_NOTES.all(tx, { accountId, id, limit });
  return rows.sort((one, other) => other.id - one.id);
}

const COUNT_NOTES = statement<{ accountId: number; id: string }, { count: number }>(
  'contacts.count_import_notes',
  `select count(*)::int as count from contact_import_changes
   where account_id = :accountId and import_id = :id::uuid`,
);

export async function countNotes(db: Queryable, accountId: number, id: string): Promise<number> {
  return (await COUNT_NOTES.one(db, { accountId, id })).count;
}

const FIND_USED = statement<{ accountId: number; since: Date; places: readonly number[] }, { place: number }>(
  'contacts.find_used',
  `select distinct c.place
   from broadcasts b
   cross join lateral (select contacts from broadcast_targets where broadcast_id = b.id offset 0) t
   cross join lateral unnest(t.contacts) as c (place)
   where b.account_id = :accountId and b.created_at >= :since and c.place = any (:places::bigint[])`,
);

/** Which of the contacts are recipients of a broadcast since then. */
export async function findUsed(
  tx: Tx,
  accountId: number,
  since: Date,
  places: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = places.length === 0 ? [] : await FIND_USED.all(tx, { accountId, since, places });
  return new Set(rows.map(({ place }) => place));
}

/** Returns the number of forgotten imports. */
export const forgetImports = statement<{ before: Date; limit: number }>(
  'contacts.forget_imports',
  `delete from contact_imports where (account_id, id) in (
     select account_id, id from contact_imports where started_at <= :before order by started_at limit :limit::bigint
   )`,
).run;
