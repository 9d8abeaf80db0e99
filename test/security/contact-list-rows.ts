import { MAX_LISTED } from '../../src/app/account-copy/exports/export-request.ts';
import { MAX_BULKS } from '../../src/gateway/contacts/bulk/schema.ts';
import { MAX_CHOICES } from '../../src/gateway/contacts/fields/schema.ts';
import { MAX_OWN_FIELDS } from '../../src/gateway/contacts/fields/values.ts';
import { MAX_SEGMENTS } from '../../src/gateway/contacts/segments/schema.ts';
import type { TestContext } from '../harness/context.ts';

/** As many groups as a page has, with the longest subjects. */
const GROUPS = 1_000;

/** Canned replies, and what an account knows of its contacts and groups, as many as it may have. */
export async function insertContactLists(
  { pool, now }: TestContext,
  account: { id: number },
  longest: string,
): Promise<void> {
  const run = (sql: string, ...values: unknown[]) => pool.query(sql, [account.id, ...values]);
  await run(
    `insert into contact_fields (account_id, name, type, choices, created_at)
     select $1, 'f' || lpad(n::text, 39, '0'), 'choice',
       array(select repeat($2, 96) || lpad(c::text, 4, '0') from generate_series(1, ${MAX_CHOICES}) c), now()
     from generate_series(1, ${MAX_OWN_FIELDS}) n`,
    longest,
  );
  await run(
    `insert into canned_replies (account_id, shortcut, title, body, created_at, updated_at)
     select $1, 's-' || n, repeat($2, 100), repeat($2, 4096), now(), now() from generate_series(1, 200) n`,
    longest,
  );
  await run(
    `insert into contact_bulks (account_id, action, tag_ids, status, matched, created_at, finished_at)
     select $1, 'tag', array(select id from tags where account_id = $1 order by id limit 20), 'done', 1, $2, $2
     from generate_series(1, ${MAX_BULKS})`,
    now(),
  );
  await run(
    `insert into contact_segments (account_id, name, filter, created_at, updated_at)
     select $1, repeat($2, 96) || lpad(n::text, 4, '0'), jsonb_build_object('q', repeat($3, 255)), now(), now()
     from generate_series(1, ${MAX_SEGMENTS}) n`,
    longest,
    '€',
  );
  await run(
    `insert into erasures (erasure_uuid, account_id, actor, actor_id, requested_at, last_message_id, finished_at)
     select gen_random_uuid(), $1, 'user', repeat('x', 100), now(), 1, now() from generate_series(1, 200)`,
  );
  await run(
    `insert into account_exports (account_id, actor, actor_id, requested_at, state, remove_at)
     select $1, 'user', repeat('x', 100), now(), 'removed', now() from generate_series(1, ${MAX_LISTED})`,
  );
  await run(
    "update devices set groups = 'on' where id = (select min(id) from devices where account_id = $1)",
  );
  await run(
    `insert into group_questions (device_id, group_id, asked_at, is_settled, answer)
     select min(id), '', $2, true, (
       select jsonb_agg(jsonb_build_object('id', n || '@g.us', 'subject', repeat('€', 100), 'description', null,
         'members_count', 1, 'members', '[]'::jsonb)) from generate_series(1, ${GROUPS}) n
     ) from devices where account_id = $1`,
    now(),
  );
}

export const CONTACT_PAGES: [path: string, rows: number][] = [
  ['/v1/account-exports', MAX_LISTED],
  ['/v1/contact-fields', MAX_OWN_FIELDS],
  ['/v1/contacts/bulk', MAX_BULKS],
  ['/v1/contacts/segments', MAX_SEGMENTS],
  ['/v1/contacts/{id}/broadcasts', 1],
  ['/v1/devices/{uuid}/groups?limit=200', 200],
  ['/v1/erasures?limit=200', 200],
  ['/v1/messages?limit=200', 200],
];
