import type { Db } from '../../../platform/lib/db/db.ts';
import { findSetting, setSetting } from '../../setting-store.ts';

/** Of a channel: the webhook, or one address. */
export type State = 'alerts' | `alert_mails:${string}`;

/** The last alert that arrived: its number, and the warnings that apply since. */
export interface Announced {
  number: number;
  warnings: readonly string[];
}

export async function findAnnounced(db: Db, state: State): Promise<Announced> {
  const [number, ...warnings] = (await findSetting(db, state))?.toString().split(' ') ?? ['0'];
  return { number: Number(number), warnings };
}

export async function saveAnnounced(db: Db, state: State, { number, warnings }: Announced): Promise<void> {
  await setSetting(db, { name: state, value: Buffer.from([number, ...warnings].join(' ')) });
}
