import { statement } from '../../../platform/lib/db/statement.ts';
import type { ReaderLanguage } from '../../../platform/lib/http/reader-language.ts';
import type { WidgetMode, WidgetTheme } from './kinds.ts';

export interface WidgetContent {
  mode: WidgetMode;
  allowed_origins: readonly string[];
  theme: WidgetTheme;
  /** `#rrggbb` */
  color: string;
  language: ReaderLanguage | null;
  greeting: string;
  identity_required: boolean;
}

export interface WidgetRow extends WidgetContent {
  /** Of its entry point. */
  id: number;
  entry_point_uuid: string;
  account_id: number;
  name: string;
  slug: string;
  device_id: number;
  device_uuid: string;
  text: string;
  enabled: boolean;
  /** The hidden device of the live chat. */
  chat_device_id: number | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = `e.id, e.entry_point_uuid, e.account_id, e.name, e.slug, e.device_id,
  (select device_uuid from devices where id = e.device_id) as device_uuid, e.text, e.enabled, w.mode,
  w.allowed_origins, w.theme, w.color, w.language, w.greeting, w.identity_required, w.chat_device_id, e.created_at,
  e.updated_at`;
const OF_ENTRY_POINT = 'cross join lateral (select * from widgets where entry_point_id = e.id offset 0) w';
/** By its number, or by its live chat. */
const IS_SEEN = `(:deviceIds::bigint[] is null or e.device_id = any (:deviceIds::bigint[])
  or w.chat_device_id = any (:deviceIds::bigint[]))`;

interface Visible {
  accountId: number;
  /** Null: all. */
  deviceIds: readonly number[] | null;
}

/** In the order of creation. */
export const listWidgets = statement<Visible & { after: number; limit: number }, WidgetRow>(
  'entry_points.list_widgets',
  `select ${COLUMNS} from entry_points e ${OF_ENTRY_POINT}
   where e.account_id = :accountId and e.kind = 'widget' and e.deleted_at is null and e.id > :after and ${IS_SEEN}
   order by e.id limit :limit::bigint`,
).all;

export const findWidget = statement<Visible & { uuid: string }, WidgetRow>(
  'entry_points.find_widget',
  `select ${COLUMNS} from entry_points e ${OF_ENTRY_POINT}
   where e.entry_point_uuid = :uuid::uuid and e.account_id = :accountId and e.deleted_at is null and ${IS_SEEN}`,
).first;

export const readWidget = statement<{ id: number }, WidgetRow>(
  'entry_points.read_widget',
  `select ${COLUMNS} from entry_points e ${OF_ENTRY_POINT} where e.id = :id`,
).inTx.one;

/** `id`: of its entry point. `secret`: sealed. */
export const insertWidget = statement<WidgetContent & { id: number; accountId: number; secret: Buffer }>(
  'entry_points.insert_widget',
  `insert into widgets (entry_point_id, account_id, mode, allowed_origins, theme, color, language, greeting,
     identity_required, identity_secret)
   values (:id, :accountId, :mode, :allowed_origins::text[], :theme, :color, :language, :greeting,
     :identity_required, :secret)`,
).inTx.run;

export const updateWidget = statement<WidgetContent & { id: number }>(
  'entry_points.update_widget',
  `update widgets set mode = :mode, allowed_origins = :allowed_origins::text[], theme = :theme, color = :color,
     language = :language, greeting = :greeting, identity_required = :identity_required
   where entry_point_id = :id`,
).inTx.run;

export const setChatDevice = statement<{ id: number; deviceId: number }>(
  'entry_points.set_chat_device',
  'update widgets set chat_device_id = :deviceId where entry_point_id = :id',
).inTx.run;

/** `secret`: sealed. */
export const setSecret = statement<{ id: number; secret: Buffer }>(
  'entry_points.set_widget_secret',
  'update widgets set identity_secret = :secret where entry_point_id = :id',
).inTx.run;
