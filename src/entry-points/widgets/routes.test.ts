import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { insertWidget } from '../../../test/harness/widgets.ts';
import { identitySecretOf } from './identity-secret.ts';
import { findShownWidget } from './widget.ts';

const ctx = await testContext({ cleanup: afterAll });

test('a widget is found by its public id, with its number, its network and its secret', async () => {
  const account = await insertAccount(ctx, {}, 'sandbox');
  const device = await insertDevice(ctx, account, { phone_number: '6281100000001' });
  const { widget_uuid } = await insertWidget(ctx, device, { identity_secret: 'rahasia' });

  const found = await findShownWidget(ctx.db, widget_uuid);
  const unknown = await findShownWidget(ctx.db, device.device_uuid);

  expect(found).toMatchObject({
    ...{ widget_uuid, account_id: account.id, account_status: 'active', network: 'sandbox', mode: 'chat' },
    ...{ phone_number: '6281100000001', is_deleted: false, allowed_origins: ['https://shop.example'] },
  });
  expect(found && identitySecretOf(ctx, found)).toBe('rahasia');
  expect([unknown, await findShownWidget(ctx.db, 'x')]).toEqual([null, null]);
});
