import type { Context } from '../../../context.ts';
import { type DeviceRow, listDevices } from '../../../gateway/devices/device.ts';
import { findSandboxNumbersElsewhere } from '../../../gateway/devices/installation/installation.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import * as store from './store.ts';

/** A simulated phone of the account. */
export interface Phone {
  number: string;
  name: string;
  /** The device that is paired with this phone. */
  device: SandboxDevice | null;
}

/** With whom a phone can have a chat. */
export interface Peer extends Phone {
  /** As `phone_number_id`: numbers of the official provider with this number. */
  officials: string[];
}

export type SandboxDevice = DeviceRow & { phone_number: string };

/** What a caller sees of the simulated networks. */
export interface World {
  /** Visible devices with a number. */
  devices: readonly SandboxDevice[];
  phones: ReadonlyMap<string, Phone>;
}

/** Leaves out numbers that another account has too: its chats are not shown here. */
export async function openWorld(ctx: Context, account: Sight): Promise<World> {
  const [all, rows] = await Promise.all([
    listDevices(ctx, { id: account.id, deviceIds: null }),
    store.listNumbers(ctx.db, { account_id: account.id }),
  ]);
  const numbered = all.filter(hasNumber);
  const registered = new Set(rows.map(({ number }) => number));
  const unregistered = numbered.map((device) => device.phone_number).filter((each) => !registered.has(each));
  const taken = await numbersElsewhere(ctx, account, unregistered);
  const own = numbered.filter((device) => !taken.has(device.phone_number));
  const devices = own.filter(({ id }) => account.deviceIds === null || account.deviceIds.includes(id));
  const phones = new Map<string, Phone>();
  for (const device of devices) {
    const { phone_number: number, label: name, official_phone_number_id } = device;
    if (official_phone_number_id === null) phones.set(number, { number, name, device });
  }
  for (const { number, name, is_phone } of rows) {
    const device = speakerOf(devices, number);
    // The phone of a device belongs to those who see the device.
    const isHidden = !device && own.some((each) => each.phone_number === number);
    if (is_phone && !isHidden) phones.set(number, { number, name, device });
  }
  return { devices, phones };
}

/** Those of `numbers` that another account has, as phones or as devices. */
export async function numbersElsewhere(
  ctx: Context,
  account: { id: number },
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set();
  const found = await Promise.all([
    store.findElsewhere(ctx.db, account.id, numbers),
    findSandboxNumbersElsewhere(ctx, account, numbers),
  ]);
  return new Set(found.flat());
}

/** ApiError sandbox_phone_not_found. */
export function getPhone({ phones }: World, number: string): Phone {
  const phone = phones.get(number);
  if (!phone) throw new ApiError('sandbox_phone_not_found');
  return phone;
}

/** Every number to which a phone can write: devices, and for the phone of a device all phones. */
export function peersOf({ devices, phones }: World, phone: Phone): Peer[] {
  const peers = new Map<string, Peer>();
  for (const { phone_number: number } of devices) {
    const device = speakerOf(devices, number);
    if (!device || number === phone.number) continue;
    peers.set(number, { number, name: device.label, device, officials: officialsOf(devices, number) });
  }
  if (phone.device !== null) {
    for (const other of phones.values()) {
      if (other.number === phone.number || peers.has(other.number)) continue;
      peers.set(other.number, { ...other, officials: [] });
    }
  }
  return [...peers.values()];
}

/** ApiError sandbox_chat_not_found. */
export function getPeer(world: World, phone: Phone, number: string): Peer {
  const peer = peersOf(world, phone).find((each) => each.number === number);
  if (!peer) throw new ApiError('sandbox_chat_not_found');
  return peer;
}

/** Several devices can have one number, such as one that moved to the official provider. */
function speakerOf(devices: readonly SandboxDevice[], number: string): SandboxDevice | null {
  const speaking = devices.filter(({ phone_number }) => phone_number === number);
  return speaking.find(({ status }) => status === 'connected') ?? speaking.at(-1) ?? null;
}

function officialsOf(devices: readonly SandboxDevice[], number: string): string[] {
  return devices.flatMap(({ phone_number, official_phone_number_id: id }) =>
    phone_number === number && id !== null ? [id] : [],
  );
}

const hasNumber = (device: DeviceRow): device is SandboxDevice => device.phone_number !== null;
