import type { Db } from '../../src/platform/lib/db/db.ts';

/** Messages of a scene: most words are in many of them, some in one, and none in other accounts. */
export interface SearchScene {
  messages: number;
  conversations: number;
}

const run = (db: Db, text: string, values: readonly unknown[] = []) => db.query({ text }, values);

/**
 * People, conversations and messages of one account, both ways. `halo` is in half of the messages. `diskon` is in one
 * of 100, `garansi` in one of 1,000, `unik` in one. `lebaran` is in the first tenth, `spam` in one conversation.
 */
export async function buildSearchScene(
  db: Db,
  accountId: number,
  { messages, conversations }: SearchScene,
): Promise<void> {
  const base = 628_000_000_000 + accountId * 10_000_000;
  await run(
    db,
    `with device as (
       insert into devices (account_id, label, engine, network, status, phone_number)
       select id, 'Kasir', 'economy', kind, 'disconnected', '6281' || id from accounts where id = $1
       returning id, account_id
     ), channel as (
       insert into channels (account_id, kind, address, device_id)
       select account_id, 'whatsapp', '6281' || account_id, id from device returning id, account_id, device_id
     )
     insert into channel_devices (channel_id, device_id, from_message_id) select id, device_id, 0 from channel`,
    [accountId],
  );
  await run(
    db,
    'update devices d set channel_id = c.id from channels c where c.device_id = d.id and d.account_id = $1',
    [accountId],
  );
  await run(
    db,
    `with person as (
       insert into people (account_id, name, created_at)
       select $1, (array['Ani', 'Budi', 'Citra', 'Dewi', 'Eko'])[1 + n % 5] || ' ' || md5(n::text), now()
       from generate_series(1, $2::int) n returning id
     ), numbered as (select id, row_number() over (order by id) as n from person), identity as (
       insert into person_identities (account_id, kind, value, person_id)
       select $1, 'phone', ($3::bigint + n)::text, id from numbered
     )
     insert into conversations (account_id, channel_id, person_id, phone, owner_since, last_at, created_at)
     select $1, (select id from channels where account_id = $1), id, ($3::bigint + n)::text, now(),
       now() - n * interval '1 second', now()
     from numbered`,
    [accountId, conversations, base],
  );
  const chunk = 100_000;
  for (let first = 0; first < messages; first += chunk) {
    await run(
      db,
      `insert into messages (account_id, device_id, direction, source, type, status, phone, body, due, created_at)
       select $1, (select id from devices where account_id = $1), case when n % 2 = 0 then 'in' else 'out' end,
         case when n % 2 = 0 then 'customer' else 'api' end, 'text',
         case when n % 2 = 0 then 'received' else 'read' end,
         ($2::bigint + 1 + case when n % 50 = 7 then 0 else (n * 7919) % $3::bigint end)::text,
         concat_ws(' ', 'pesanan', 'nomor', 'INV' || n, md5((n % 5000)::text),
           case when n % 2 = 0 then 'halo' end, case when n % 100 = 3 then 'diskon' end,
           case when n % 1000 = 5 then 'garansi' end, case when n < $4::bigint / 10 then 'lebaran' end,
           case when n % 50 = 7 then 'spam' end, case when n = $4::bigint / 2 then 'unik' end),
         false, now()
       from generate_series($5::bigint, $6::bigint) n`,
      [accountId, base, conversations, messages, first, Math.min(first + chunk, messages) - 1],
    );
  }
  await run(db, 'analyze');
}
