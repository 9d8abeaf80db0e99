import type fc from 'fast-check';
import { expect } from 'vitest';
import { applyTrigger, type DeviceTrigger } from '../../src/gateway/devices/device.ts';
import { failUnsendable } from '../../src/gateway/messages/queue/settle-store.ts';
import type { StatusWriter } from '../../src/gateway/messages/queue/status-writer.ts';
import { setStatus } from '../../src/platform/accounts/account.ts';
import { savePlan } from '../../src/platform/accounts/plan.ts';
import type { AccountStatus, Plan } from '../../src/platform/accounts/schema.ts';
import { closeCancelled } from '../harness/closing.ts';
import type { TestContext } from '../harness/context.ts';
import { changeMessage } from '../harness/message-rows.ts';
import type { Customer } from '../harness/service.ts';
import { tablesOf } from '../harness/tables.ts';
import { type Model, type ModelDevice, type ModelMessage, monthOf, waIdOf } from './model.ts';

/** The running application with one customer, and the provider. */
export interface Real {
  ctx: TestContext;
  shop: Customer;
  statuses: StatusWriter;
}

export type Command = fc.AsyncCommand<Model, Real>;

/** The application caches a key and its plan for a shorter time. */
const FRESH_MS = 1_000;
const DAY_MS = 86_400_000;

/**
 * A step that changes the model and the application, and compares both. `check`: whether the step is possible
 * now.
 */
export function command(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command {
  return { run, check, toString: () => name };
}

/** A call of the customer. `expected` is the answer for an active account. */
async function call(
  model: Model,
  { shop }: Real,
  request: readonly [method: string, path: string, body?: unknown],
  expected: { status: number; body: unknown },
): Promise<unknown> {
  model.count();
  const { status, body } = await shop.api(...request);
  if (model.status !== 'active') expect([status, body.error]).toEqual([403, 'account_inactive']);
  else expect({ status, body }).toEqual(expected);
  return body;
}

// Steps of the customer

export const readUsage = command('read the usage', async (model, real) => {
  const quota = model.plan.monthly_quota;
  await call(model, real, ['GET', '/v1/usage'], {
    status: 200,
    body: {
      period: monthOf(real.ctx.now()),
      messages_sent: model.sent,
      messages_quota: quota ?? 0,
      messages_remaining: quota === null ? null : model.remainingQuota,
      api_calls: model.calls + 1,
      plan: real.shop.account.plan.name,
      rate_per_minute: model.plan.rate_per_minute,
      max_devices: model.plan.max_devices,
      storage_used: 0,
      storage_bytes: null,
      devices: model.devices.filter(({ released }) => !released).length,
    },
  });
});

export const readMessage = (index: number) =>
  command(
    `read message ${index}`,
    async (model, real) => {
      const message = pick([...model.messages.values()], index);
      await call(model, real, ['GET', `/v1/messages/${message.id}`], { status: 200, body: viewOf(message) });
    },
    (model) => model.messages.size > 0,
  );

export const readUnknownMessage = command('read an unknown message', (model, real) =>
  call(model, real, ['GET', '/v1/messages/999999999'], {
    status: 404,
    body: { error: 'message_not_found', message: expect.any(String) },
  }).then(() => {}),
);

/** The message in the form of the contract. */
export function viewOf(message: ModelMessage) {
  return {
    id: message.id,
    status: message.status,
    wa_message_id: message.waMessageId,
    direction: 'out',
    type: message.type,
    created_at: message.createdAt.toISOString(),
    ...(message.error && { error: { code: message.error, message: expect.any(String) } }),
  };
}

export const listDevices = command('list the devices', async (model, real) => {
  const devices = model.devices.filter(({ released }) => !released);
  await call(model, real, ['GET', '/v1/devices'], {
    status: 200,
    body: {
      data: devices.map(({ uuid, engine, status }) =>
        expect.objectContaining({ device_uuid: uuid, engine, status }),
      ),
    },
  });
});

export const addDevice = command('add a device', async (model, real) => {
  const held = model.devices.filter(({ released }) => !released).length;
  const hasRoom = held < model.plan.max_devices;
  const body = await call(
    model,
    real,
    ['POST', '/v1/devices', { label: 'Kasir' }],
    hasRoom
      ? { status: 201, body: { device_uuid: expect.any(String), status: 'provisioned' } }
      : { status: 402, body: { error: 'device_limit_reached', message: expect.any(String) } },
  );
  if (hasRoom && model.status === 'active') {
    const { device_uuid } = body as { device_uuid: string }; // The expectation above checked it.
    model.devices.push(await meetDevice(real.ctx, device_uuid));
  }
});

export const releaseDevice = (index: number) =>
  command(`release device ${index}`, async (model, real) => {
    const device = pick(model.devices, index);
    await call(model, real, ['DELETE', `/v1/devices/${device.uuid}`], {
      status: 200,
      body: { device_uuid: device.uuid, status: 'disconnected' },
    });
    if (model.status === 'active') Object.assign(device, { status: 'disconnected', released: true });
  });

/** A device of the application, as the model sees it. */
export async function meetDevice(ctx: TestContext, uuid: string): Promise<ModelDevice> {
  const { id, engine, status } = await tablesOf(ctx.db)
    .selectFrom('devices')
    .select(['id', 'engine', 'status'])
    .where('device_uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  if (engine === 'widget') throw new Error('the model has no live chats');
  return { uuid, id, engine, status, released: false };
}

// Steps of the provider

/** The device connects, disconnects or is banned. */
export const moveDevice = (
  index: number,
  trigger: DeviceTrigger & ('connected' | 'connection_lost' | 'banned'),
) =>
  command(`device ${index}: ${trigger}`, async (model, real) => {
    const device = pick(model.devices, index);
    await applyTrigger(real.ctx, device.id, trigger);

    if (!device.released && (trigger !== 'connection_lost' || device.status === 'connected')) {
      device.status = trigger === 'connection_lost' ? 'disconnected' : trigger;
    }
    const { uuid, engine, status } = device;
    await call(model, real, ['GET', `/v1/devices/${uuid}`], {
      status: 200,
      body: expect.objectContaining({ device_uuid: uuid, engine, status }),
    });
  });

/** The provider acknowledges, delivers or refuses a message. A message without a send costs nothing. */
export const report = (index: number, status: 'sent' | 'delivered' | 'read' | 'failed') =>
  command(
    `message ${index}: ${status}`,
    async (model, real) => {
      const message = pick([...model.messages.values()], index);
      const isFailed = status === 'failed';
      const refund = isFailed && message.status === 'queued';
      await reserveWaId(real, message.id);
      await real.statuses.write({
        device_id: message.device.id,
        wa_message_id: waIdOf(message.id),
        status,
        error_code: isFailed ? 'not_on_whatsapp' : null,
        error_message: isFailed ? 'The number is not on WhatsApp.' : null,
        refund,
      });

      if (isFailed) model.fail(message, 'not_on_whatsapp', refund);
      else model.report(message, status);
      await call(model, real, ['GET', `/v1/messages/${message.id}`], { status: 200, body: viewOf(message) });
    },
    (model) => model.messages.size > 0,
  );

/** Done by the dispatcher before the first send. */
async function reserveWaId({ ctx, shop }: Real, id: number): Promise<void> {
  await changeMessage(ctx, shop.account, id, { reserved_wa_id: waIdOf(id) });
}

// Steps of time and of the operator

export const expireQueued = command('expire queued messages', async (model, real) => {
  const { db, now } = real.ctx;
  const dayAgo = new Date(now().getTime() - DAY_MS);
  while ((await failUnsendable(db, dayAgo, now())) > 0);
  model.expireQueued(DAY_MS);
});

export const nextMonth = command('a month begins', async (model, { ctx }) => {
  const now = ctx.now();
  ctx.clock.set(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)));
  model.moveTo(ctx.now());
});

/** Moves the rate window to the last minute, as a minute of waiting does. */
export const nextMinute = command('a minute passes', async (model, { ctx, shop }) => {
  await tablesOf(ctx.db)
    .updateTable('rate_windows')
    .set(({ eb }) => ({ minute: eb('minute', '-', 1) }))
    .where('account_id', '=', shop.account.id)
    .execute();
  model.window = { minute: 0, used: 0 };
});

export const changePlan = (limits: Omit<Plan, 'name'>) =>
  command(`change the plan to ${JSON.stringify(limits)}`, async (model, { ctx, shop }) => {
    await savePlan(ctx, shop.account.plan.name, limits);
    ctx.clock.advance(FRESH_MS);
    model.moveTo(ctx.now());
    model.plan = limits;
  });

/** Suspends, activates or cancels the account. A cancelled account stays cancelled, so it comes late. */
export const setAccount = (status: AccountStatus) =>
  command(
    `the account is ${status}`,
    async (model, { ctx, shop }) => {
      const isFinal = model.status === 'cancelled' && status !== 'cancelled';
      const changed = await setStatus(ctx, shop.account.id, status).catch(() => null);
      expect(changed?.status ?? 'refused').toBe(isFinal ? 'refused' : status);
      model.setStatus(status);
      ctx.clock.advance(FRESH_MS);
      model.moveTo(ctx.now());
    },
    (model) => status !== 'cancelled' || model.messages.size > 5,
  );

export const waitHours = (hours: number) =>
  command(`${hours} hours pass`, async (model, { ctx }) => {
    ctx.clock.advance(hours * 3_600_000);
    model.moveTo(ctx.now());
  });

/** Done by the worker: a cancelled account loses its devices. */
export const closeAccount = command('a worker closes cancelled accounts', async (model, { ctx }) => {
  await closeCancelled(ctx);
  if (model.status !== 'cancelled') return;
  for (const device of model.devices) Object.assign(device, { status: 'disconnected', released: true });
});

function pick<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
