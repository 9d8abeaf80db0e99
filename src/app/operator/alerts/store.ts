import type { Db } from '../../../platform/lib/db/db.ts';
import { type NoParams, statement } from '../../../platform/lib/db/statement.ts';

const FIND = statement<NoParams, { value: Buffer }>(
  'app.find_alerts',
  `select value from settings where name = 'alerts'`,
);
const SAVE = statement<{ value: Buffer }>(
  'app.save_alerts',
  `insert into settings (name, value) values ('alerts', :value)
   on conflict (name) do update set value = excluded.value`,
);

/** The last alert that arrived: its number, and the warnings that apply since. */
export interface Announced {
  number: number;
  warnings: readonly string[];
}

export async function findAnnounced(db: Db): Promise<Announced> {
  const [number, ...warnings] = (await FIND.first(db, {}))?.value.toString().split(' ') ?? ['0'];
  return { number: Number(number), warnings };
}

export async function saveAnnounced(db: Db, { number, warnings }: Announced): Promise<void> {
  await SAVE.run(db, { value: Buffer.from([number, ...warnings].join(' ')) });
}
