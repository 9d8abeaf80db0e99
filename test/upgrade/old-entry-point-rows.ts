import { everyDay } from '../../src/gateway/hours/opening.ts';

export const NO_HOURS = JSON.stringify(everyDay([]));

/** SQL, as in `OLD_ROWS`. */
export const ENTRY_POINT_ROWS = {
  '0079': () => `
    insert into entry_points (account_id, kind, name, ad_id, created_at, updated_at)
    values (1, 'ad', 'Promo', '1202', now(), now());
    insert into conversation_touches (account_id, conversation_id, kind, message_id, at) values (1, 1, 'ad', 1, now())`,
  '0080': () => `
    insert into entry_points (account_id, kind, name, device_id, slug, text, code, created_at, updated_at)
    values (1, 'widget', 'Toko', 1, 'toko', 'Halo', 'A7K2X', now(), now());
    insert into widgets (entry_point_id, account_id, mode, allowed_origins, theme, color, greeting, identity_secret)
    select id, account_id, 'button', '{https://shop.example}', 'auto', '#0b7a5b', '', '\\x07' from entry_points
    where kind = 'widget'`,
  '0083': () => `
    insert into widget_codes (code_hash, account_id, entry_point_id, visitor, expires_at)
    select sha256('kode'), account_id, id, 'a@visitor', now() from entry_points where kind = 'widget'`,
};
