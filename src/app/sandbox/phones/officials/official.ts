import { randomBytes, randomInt } from 'node:crypto';
import type { Context } from '../../../../context.ts';
import { type DeviceRow, listDevices } from '../../../../gateway/devices/device.ts';
import type { Caller } from '../../../../platform/accounts/account.ts';
import { ApiError } from '../../../../platform/lib/errors.ts';
import type { SandboxAddress } from '../../address.ts';
import { askJson } from '../ask.ts';
import { assertFree, claimNumber, randomNumber, readNumber } from '../phone.ts';
import * as store from '../store.ts';
import type { ChangeOfficial, CreateOfficial, OfficialView, SetFault } from './schema.ts';

/** As the control of the sandbox shows it. */
interface CloudNumber extends Pick<OfficialView, 'phone_number_id' | 'state' | 'quality_rating'> {
  phone_number: string;
  verified_name: string;
}

interface CloudFault {
  id: number;
  phone_number_id?: string;
  code?: number;
  count: number | null;
  hits: number;
}

/** For the webhooks of the provider. */
type Callback = Record<string, string>;

/** Numbers of the official provider: those of the account, and those of its devices. */
export async function listOfficials(
  ctx: Context,
  address: SandboxAddress | null,
  account: Caller,
): Promise<OfficialView[]> {
  const { ids, devices } = await officialsOf(ctx, account);
  const [{ data: numbers }, { data: faults }] = await Promise.all([
    askJson<{ data: CloudNumber[] }>(address, { path: '/sandbox/cloud/numbers' }),
    askJson<{ data: CloudFault[] }>(address, { path: '/sandbox/cloud/faults' }),
  ]);
  return numbers
    .filter(({ phone_number_id }) => ids.has(phone_number_id))
    .map((number) => viewOfficial(number, faults, devices));
}

/** With its access token. ApiError sandbox_number_taken, sandbox_number_limit_reached. */
export async function createOfficial(
  ctx: Context,
  address: SandboxAddress | null,
  account: Caller,
  { name, number: given }: CreateOfficial,
  callback: Callback,
) {
  const number = given === undefined ? randomNumber() : readNumber(given, account);
  await assertFree(ctx, address, account, number);
  const id = String(randomInt(1e14, 2.8e14));
  const claimed = await claimNumber(ctx, account, {
    number,
    name,
    is_phone: false,
    official_phone_number_id: id,
  });
  const phone_number_id = claimed.official_phone_number_id ?? id;
  const access_token = newToken();
  const body = { phone_number_id, access_token, display_phone_number: `+${number}`, verified_name: name };
  await askJson(address, { method: 'POST', path: '/sandbox/cloud/numbers', body, headers: callback });
  return { phone_number_id, number, name, access_token };
}

/** ApiError sandbox_official_number_not_found. */
export async function changeOfficial(
  ctx: Context,
  address: SandboxAddress | null,
  account: Caller,
  id: string,
  change: ChangeOfficial,
  callback: Callback,
): Promise<OfficialView> {
  const { devices } = await requireOfficial(ctx, account, id);
  const path = `/sandbox/cloud/numbers/${id}`;
  const question = { method: 'POST', path, body: change, headers: callback } as const;
  const number = await askJson<CloudNumber>(address, question);
  const { data: faults } = await askJson<{ data: CloudFault[] }>(address, { path: '/sandbox/cloud/faults' });
  return viewOfficial(number, faults, devices);
}

/** ApiError sandbox_official_number_not_found. */
export async function createToken(
  ctx: Context,
  address: SandboxAddress | null,
  account: Caller,
  id: string,
  revoke_others: boolean,
) {
  await requireOfficial(ctx, account, id);
  const access_token = newToken();
  const path = `/sandbox/cloud/numbers/${id}/tokens`;
  await askJson(address, { method: 'POST', path, body: { access_token, revoke_others } });
  return { phone_number_id: id, access_token };
}

/** The next sends of the number fail. Null: they do not. ApiError sandbox_official_number_not_found. */
export async function setFault(
  ctx: Context,
  address: SandboxAddress | null,
  account: Caller,
  id: string,
  fault: SetFault | null,
): Promise<void> {
  await requireOfficial(ctx, account, id);
  const { data: faults } = await askJson<{ data: CloudFault[] }>(address, { path: '/sandbox/cloud/faults' });
  for (const { id: fault } of faults.filter((each) => each.phone_number_id === id)) {
    await askJson(address, { method: 'DELETE', path: `/sandbox/cloud/faults/${fault}` });
  }
  if (fault === null) return;
  const { code, count, by_webhook } = fault;
  const body = { phone_number_id: id, code, count, ...(by_webhook && { by_webhook: 'sent' }) };
  await askJson(address, { method: 'POST', path: '/sandbox/cloud/faults', body });
}

/** ApiError sandbox_official_number_not_found. */
export async function requireOfficial(
  ctx: Context,
  account: Caller,
  id: string,
): Promise<{ devices: readonly DeviceRow[] }> {
  const { ids, devices } = await officialsOf(ctx, account);
  if (!ids.has(id)) throw new ApiError('sandbox_official_number_not_found');
  return { devices };
}

async function officialsOf(
  ctx: Context,
  account: Caller,
): Promise<{ ids: ReadonlySet<string>; devices: readonly DeviceRow[] }> {
  const [rows, devices] = await Promise.all([
    store.listNumbers(ctx.db, { account_id: account.id }),
    listDevices(ctx, account),
  ]);
  const ids = [...rows, ...devices].flatMap(({ official_phone_number_id: id }) => id ?? []);
  return { ids: new Set(ids), devices };
}

function viewOfficial(
  { phone_number_id, phone_number: number, verified_name: name, state, quality_rating }: CloudNumber,
  faults: readonly CloudFault[],
  devices: readonly DeviceRow[],
): OfficialView {
  const fault = faults.find((each) => each.phone_number_id === phone_number_id);
  const left = (fault?.count ?? 0) - (fault?.hits ?? 0);
  const device = devices.find((each) => each.official_phone_number_id === phone_number_id);
  return {
    phone_number_id,
    number,
    name,
    state,
    quality_rating,
    fault: fault?.code !== undefined && left > 0 ? { code: fault.code, left } : null,
    device_uuid: device?.device_uuid ?? null,
  };
}

/** In the form of the provider. */
const newToken = () => `EAAG${randomBytes(24).toString('hex')}`;
