import type { Context } from '../../../context.ts';
import { type Batcher, createBatcher } from '../../../platform/lib/batcher.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { findShapeProblem } from '../../../platform/lib/http/body-shape.ts';
import { smallCache } from '../../../platform/lib/small-cache.ts';
import { toStorable } from '../../../platform/lib/text.ts';
import { findOfficialDevices, type OfficialDevice } from '../../devices/official/business-account.ts';
import type { CallbackItems, CallbackReader, NamedIds } from '../../engines/callbacks.ts';
import type { Network } from '../../engines/engine.ts';
import type { OfficialApps } from './apps.ts';
import { createVerifier } from './signature.ts';

const MAX_LOOKUPS = 1_000;
/** The provider sends at most 1,000 updates of about 20 keys. */
const SHAPE = { parts: 100_000, items: 100_000 };

/** Statuses come with each message, and need of a device what never changes. */
const RECENT_MS = 900;
const MAX_RECENT = 10_000;

export interface SignedCallback {
  items: CallbackItems;
  devices: OfficialDevice[];
}

interface Recent {
  devices: readonly OfficialDevice[];
  /** Before its statement. */
  readAt: number;
}

/** Searches only bytes for ids until the signature is checked. */
export class CallbackOpener {
  readonly #apps: OfficialApps;
  readonly #reader: CallbackReader;
  readonly #ctx: Context;
  /** By number of the provider. */
  readonly #recent = smallCache<string, Recent>(MAX_RECENT);
  #changedAt = Number.NEGATIVE_INFINITY;
  readonly #lookups: Batcher<NamedIds, OfficialDevice[]>;

  constructor(ctx: Context, { apps, reader }: { apps: OfficialApps; reader: CallbackReader }) {
    this.#ctx = ctx;
    this.#apps = apps;
    this.#reader = reader;
    ctx.bus.subscribe('devices', () => {
      this.#changedAt = ctx.uptimeMs();
    });
    this.#lookups = createBatcher((requests) => lookUp(ctx, requests), {
      maxItems: MAX_LOOKUPS,
      weight: { of: ({ numbers, wabaIds }) => numbers.length + wabaIds.length, max: reader.maxParts },
    });
  }

  /** Throws ApiError invalid_signature, invalid_json or payload_too_large. */
  async open(bytes: Buffer, digest: Buffer): Promise<SignedCallback> {
    const isSigner = createVerifier(bytes, digest);
    const networks = await this.#networksOf(isSigner);
    const maySign = ({ network, appSecret }: OfficialDevice) =>
      networks.has(network) || (appSecret !== null && isSigner(appSecret));
    if (networks.size === 0 && !(await this.#find(this.#reader.hintsIn(bytes))).some(maySign)) {
      throw new ApiError('invalid_signature');
    }
    const payload = parse(bytes);
    if (payload === undefined) throw new ApiError('invalid_json');
    const callback = this.#reader.open(payload);
    if (!callback) throw new ApiError('payload_too_large');
    const items = callback.read(this.#ctx.now());
    const recent = (hasOnlyStatuses(items) ? this.#findRecent(callback.named) : []).filter(maySign);
    const devices = recent.length > 0 ? recent : (await this.#find(callback.named)).filter(maySign);
    if (networks.size === 0 && devices.length === 0) throw new ApiError('invalid_signature');
    return { items, devices };
  }

  async #find(named: NamedIds): Promise<OfficialDevice[]> {
    const readAt = this.#ctx.uptimeMs();
    const [numbers, wabaIds] = [named.numbers.map(toStorable), named.wabaIds.map(toStorable)];
    const found = await this.#lookups.add({ numbers, wabaIds });
    for (const number of numbers) {
      const devices = found.filter(({ phone_number_id }) => phone_number_id === number);
      const isKnown = devices.length > 0 && devices.every(({ waba_id }) => waba_id !== null);
      if (isKnown) this.#recent.set(number, { devices, readAt });
    }
    return found;
  }

  /** None when one of the numbers was not looked up recently. */
  #findRecent({ numbers }: NamedIds): OfficialDevice[] {
    const since = Math.max(this.#changedAt, this.#ctx.uptimeMs() - RECENT_MS);
    const known = numbers.map((number) => this.#recent.get(toStorable(number)));
    const isKnown = known.every((each) => each !== undefined && each.readAt > since);
    return isKnown ? [...new Set(known.flatMap((each) => each?.devices ?? []))] : [];
  }

  /** Reads the apps again without a match. */
  async #networksOf(isSigner: (secret: string) => boolean): Promise<Set<Network>> {
    for (const refresh of [false, true]) {
      const apps = await this.#apps(refresh);
      const signers = apps.filter(({ appSecret }) => appSecret !== null && isSigner(appSecret));
      if (signers.length > 0) return new Set(signers.map(({ network }) => network));
    }
    return new Set();
  }
}

async function lookUp(ctx: Context, requests: readonly NamedIds[]): Promise<OfficialDevice[][]> {
  const numbers = new Set(requests.flatMap((request) => request.numbers));
  const wabaIds = new Set(requests.flatMap((request) => request.wabaIds));
  const devices = await findOfficialDevices(ctx, [...numbers], [...wabaIds]);
  const byNumber = Map.groupBy(devices, ({ phone_number_id }) => phone_number_id);
  const byAccount = Map.groupBy(devices, ({ waba_id }) => waba_id);
  return requests.map((request) => {
    const found = [
      ...request.numbers.flatMap((id) => byNumber.get(id) ?? []),
      ...request.wabaIds.flatMap((id) => byAccount.get(id) ?? []),
    ];
    return [...new Set(found)];
  });
}

function hasOnlyStatuses({ items, accounts, restrictions }: CallbackItems): boolean {
  return accounts.length + restrictions.length === 0 && items.every(({ kind }) => kind === 'status');
}

function parse(bytes: Buffer): unknown {
  if (findShapeProblem(bytes, SHAPE) !== null) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
