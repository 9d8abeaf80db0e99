import { randomBytes } from 'node:crypto';
import { createWidgetDevice } from '../../src/gateway/devices/widget-device.ts';
import { makeCode } from '../../src/inbox/entry-points/codes.ts';
import { sealIdentitySecret } from '../../src/inbox/entry-points/widgets/identity-secret.ts';
import { findShownWidget, type ShownWidget } from '../../src/inbox/entry-points/widgets/widget.ts';
import type { ReaderLanguage } from '../../src/platform/lib/http/reader-language.ts';
import type { TestContext } from './context.ts';

interface WidgetColumns {
  name: string;
  text: string;
  slug: string;
  code: string;
  enabled: boolean;
  mode: 'button' | 'chat';
  allowed_origins: string[];
  theme: 'auto' | 'light' | 'dark';
  color: string;
  language: ReaderLanguage | null;
  greeting: string;
  identity_required: boolean;
  /** Before it is sealed. */
  identity_secret: string;
}

/** A widget of the device's account that leads to the device, with a live chat unless `mode` is `button`. */
export async function insertWidget(
  ctx: TestContext,
  device: { id: number; account_id: number },
  columns: Partial<WidgetColumns> = {},
): Promise<ShownWidget> {
  const own = randomBytes(5).toString('hex');
  const widget = {
    ...{ name: 'Toko', text: 'Halo', slug: own, code: makeCode(randomBytes), enabled: true, mode: 'chat' },
    ...{ allowed_origins: ['https://shop.example'], theme: 'auto', color: '#0b7a5b', language: null },
    ...{ greeting: '', identity_required: false, identity_secret: own, ...columns },
  };
  const { rows } = await ctx.pool.query(
    `insert into entry_points (account_id, kind, name, device_id, slug, text, code, enabled, created_at, updated_at)
     values ($1, 'widget', $2, $3, $4, $5, $6, $7, now(), now()) returning id, entry_point_uuid`,
    [device.account_id, widget.name, device.id, widget.slug, widget.text, widget.code, widget.enabled],
  );
  const [{ id, entry_point_uuid: uuid }] = rows;
  await ctx.pool.query(
    'insert into entry_point_slugs (slug, account_id, entry_point_id, created_at) values ($1, $2, $3, now())',
    [widget.slug, device.account_id, id],
  );
  await ctx.pool.query(
    `insert into widgets (entry_point_id, account_id, chat_device_id, mode, allowed_origins, theme, color, language,
       greeting, identity_required, identity_secret)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[id, device.account_id, widget.mode === 'chat' ? await insertChatDevice(ctx, device, uuid) : null],
      ...[widget.mode, widget.allowed_origins, widget.theme, widget.color, widget.language, widget.greeting],
      ...[widget.identity_required, sealIdentitySecret(ctx, id, widget.identity_secret)],
    ],
  );
  const shown = await findShownWidget(ctx.db, uuid);
  if (!shown) throw new Error('no widget was stored');
  return shown;
}

async function insertChatDevice(
  ctx: TestContext,
  { account_id: id }: { account_id: number },
  uuid: string,
): Promise<number> {
  const { rows } = await ctx.pool.query('select kind from accounts where id = $1', [id]);
  const account = { id, kind: rows[0].kind };
  return ctx.db.transaction((tx) => createWidgetDevice(tx, ctx, { account, uuid, label: 'Toko' }));
}
