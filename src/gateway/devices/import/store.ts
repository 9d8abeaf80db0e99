import { statement } from '../../../platform/lib/db/statement.ts';
import type { Network } from '../../engines/engine.ts';
import { LOCKED_DEVICE, type Wanted } from '../store.ts';

/** Two imports of one number take turns. */
export const lockNumber = statement<{ phone: string }>(
  'devices.lock_imported_number',
  `select pg_advisory_xact_lock(hashtextextended('session of ' || :phone, 0))`,
).inTx.run;

/** Locks the device. Undefined: it has a session, gets one, or was connected before. */
export const lockEmptyDevice = statement<{ device_id: number }, { id: number }>(
  'devices.lock_empty_device',
  `with ${LOCKED_DEVICE}
   select id from locked
   where status in ('provisioned', 'qr_pending') and wanted in ('idle', 'pair') and released_at is null
     and paired_at is null
     and not exists (select from session_creds where device_id = :device_id)`,
).inTx.first;

interface Holder {
  id: number;
  account_id: number;
  wanted: Wanted;
  creds: Buffer | null;
}

/** Other devices of the number, of any account. */
export const findHolders = statement<{ device_id: number; phone: string; network: Network }, Holder>(
  'devices.find_holders',
  `select d.id, d.account_id, d.wanted, c.value as creds from devices d
   left join session_creds c on c.device_id = d.id
   where d.phone_number = :phone and d.network = :network and d.engine = 'economy' and d.id <> :device_id
   order by d.id`,
).inTx.all;
