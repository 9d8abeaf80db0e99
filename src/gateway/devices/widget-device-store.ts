import type { Account } from '../../platform/accounts/account.ts';
import { statement } from '../../platform/lib/db/statement.ts';

/** Connected, with a lease that is free. */
export const insertWidgetDevice = statement<
  { uuid: string; accountId: number; label: string; network: Account['kind']; at: Date },
  { id: number; account_id: number }
>(
  'devices.insert_widget',
  `with device as (
    insert into devices (device_uuid, account_id, label, engine, network, created_at, status, wanted, paired_at,
      connected_at, last_health_at)
    values (:uuid::uuid, :accountId, :label, 'widget', :network, :at, 'connected', 'connected', :at, :at, :at)
    returning id, account_id
  ), lease as (
    insert into device_leases (device_id) select id from device
  )
  select id, account_id from device`,
).inTx.one;
