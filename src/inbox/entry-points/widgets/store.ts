import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import type { ReaderLanguage } from '../../../platform/lib/http/reader-language.ts';
import type { WidgetMode, WidgetTheme } from './kinds.ts';

/** What a widget has beside its entry point. */
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

const LIST = statement<Visible & { after: number; limit: number }, WidgetRow>(
  'entry_points.list_widgets',
  `select ${COLUMNS} from entry_points e ${OF_ENTRY_POINT}
   where e.account_id = :accountId and e.kind = 'widget' and e.deleted_at is null and e.id > :after and ${IS_SEEN}
   order by e.id limit :limit::bigint`,
);

/** In the order of creation. */
export function listWidgets(
  db: Db,
  visible: Visible,
  page: { after: number; limit: number },
): Promise<WidgetRow[]> {
  return LIST.all(db, { ...visible, ...page });
}

const FIND = statement<Visible & { uuid: string }, WidgetRow>(
  'entry_points.find_widget',
  `select ${COLUMNS} from entry_points e ${OF_ENTRY_POINT}
   where e.entry_point_uuid = :uuid::uuid and e.account_id = :accountId and e.deleted_at is null and ${IS_SEEN}`,
);

export function findWidget(db: Queryable, visible: Visible, uuid: string): Promise<WidgetRow | undefined> {
  return FIND.first(db, { ...visible, uuid });
}

const READ = statement<{ id: number }, WidgetRow>(
  'entry_points.read_widget',
  `select ${COLUMNS} from entry_points e ${OF_ENTRY_POINT} where e.id = :id`,
);

export function readWidget(tx: Tx, id: number): Promise<WidgetRow> {
  return READ.one(tx, { id });
}

const INSERT = statement<WidgetContent & { id: number; accountId: number; secret: Buffer }>(
  'entry_points.insert_widget',
  `insert into widgets (entry_point_id, account_id, mode, allowed_origins, theme, color, language, greeting,
     identity_required, identity_secret)
   values (:id, :accountId, :mode, :allowed_origins::text[], :theme, :color, :language, :greeting,
     :identity_required, :secret)`,
);

/** `id`: of its entry point. `secret`: sealed. */
export async function insertWidget(
  tx: Tx,
  widget: WidgetContent & { id: number; accountId: number; secret: Buffer },
): Promise<void> {
  await INSERT.run(tx, widget);
}

const UPDATE = statement<WidgetContent & { id: number }>(
  'entry_points.update_widget',
  `update widgets set mode = :mode, allowed_origins = :allowed_origins::text[], theme = :theme, color = :color,
     language = :language, greeting = :greeting, identity_required = :identity_required
   where entry_point_id = :id`,
);

export async function updateWidget(tx: Tx, widget: WidgetContent & { id: number }): Promise<void> {
  await UPDATE.run(tx, widget);
}

const SET_CHAT_DEVICE = statement<{ id: number; deviceId: number }>(
  'entry_points.set_chat_device',
  'update widgets set chat_device_id = :deviceId where entry_point_id = :id',
);

export async function setChatDevice(tx: Tx, id: number, deviceId: number): Promise<void> {
  await SET_CHAT_DEVICE.run(tx, { id, deviceId });
}

const SET_SECRET = statement<{ id: number; secret: Buffer }>(
  'entry_points.set_widget_secret',
  'update widgets set identity_secret = :secret where entry_point_id = :id',
);

/** `secret`: sealed. */
export async function setSecret(tx: Tx, id: number, secret: Buffer): Promise<void> {
  await SET_SECRET.run(tx, { id, secret });
}
