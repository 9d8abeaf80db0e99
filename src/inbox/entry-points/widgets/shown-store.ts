import type { AccountKind, AccountStatus } from '../../../platform/accounts/account.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { ReaderLanguage } from '../../../platform/lib/http/reader-language.ts';
import type { WidgetMode, WidgetTheme } from './kinds.ts';

export interface ShownWidget {
  /** Row id of its entry point. */
  entry_point_id: number;
  /** Public id. */
  widget_uuid: string;
  account_id: number;
  account_status: AccountStatus;
  /** Sandbox numbers may belong to strangers in the real network. */
  network: AccountKind;
  name: string;
  mode: WidgetMode;
  /** As `https://shop.example`, `https://*.shop.example`. */
  allowed_origins: string[];
  theme: WidgetTheme;
  /** `#rrggbb` */
  color: string;
  /** Null: that of the visitor. */
  language: ReaderLanguage | null;
  /** Empty: the default of the visitor's language. */
  greeting: string;
  /** Prepared in the messaging app, without the code. */
  text: string;
  slug: string;
  enabled: boolean;
  is_deleted: boolean;
  identity_required: boolean;
  /** Sealed: see `identitySecretOf`. */
  identity_secret: Buffer;
  /** Row id of the hidden device. Null: never in mode `chat`. */
  chat_device_id: number | null;
  /** Digits. Null: never paired, or released. */
  phone_number: string | null;
  /** Binds a message on the number to the widget. */
  code: string;
}

/** By unique keys alone, of any account and state. Unknown ones are missing. */
export const findShownWidgets = statement<{ uuids: readonly string[] }, ShownWidget>(
  'entry_points.find_shown_widgets',
  `select e.id as entry_point_id, e.entry_point_uuid as widget_uuid, e.account_id, a.status as account_status,
     a.kind as network, e.name, w.mode, w.allowed_origins, w.theme, w.color, w.language, w.greeting, e.text, e.slug,
     e.enabled, e.deleted_at is not null as is_deleted, w.identity_required, w.identity_secret, w.chat_device_id,
     case when d.released_at is null then d.phone_number end as phone_number, e.code
   from unnest(:uuids::uuid[]) as asked (uuid)
   cross join lateral (select * from entry_points where entry_point_uuid = asked.uuid offset 0) e
   cross join lateral (select * from widgets where entry_point_id = e.id offset 0) w
   cross join lateral (select kind, status from accounts where id = e.account_id offset 0) a
   cross join lateral (select phone_number, released_at from devices where id = e.device_id offset 0) d`,
).all;
