import type { Account } from '../../../platform/accounts/account.ts';
import { KURIR } from '../../../platform/lib/command-name.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { ENGINE_KINDS, type EngineKind } from '../../engines/kinds.ts';

export type DisconnectedState = 'provisioned' | 'qr_pending' | 'disconnected' | 'banned' | 'released';

interface Facts {
  engine: EngineKind;
  state: DisconnectedState;
  uuid: string;
  kind: Account['kind'];
}

export class DeviceDisconnected extends ApiError {
  /** Ends with a command, so without a full stop. */
  readonly atTerminal: string;

  constructor(facts: Facts) {
    super('device_disconnected', textOf(facts, callsFor(facts)));
    this.atTerminal = textOf(facts, commandsFor(facts)).replace(/\.$/, '');
  }
}

/** Such a device never connects again. */
export function deviceReleased(
  { engine, device_uuid: uuid }: { engine: EngineKind; device_uuid: string },
  kind: Account['kind'],
): DeviceDisconnected {
  return new DeviceDisconnected({ engine, state: 'released', uuid, kind });
}

interface Steps {
  create: string;
  seeReason: string;
  pair: string;
  pairAgain: string;
}

function callsFor({ uuid, kind }: Facts): Steps {
  const device = `/v1/devices/${uuid}`;
  const phone = kind === 'sandbox' ? `a simulated phone: ${KURIR} sandbox scan ${uuid} NUMBER` : 'the phone';
  return {
    create: 'POST /v1/devices',
    seeReason: `GET ${device}`,
    pair: `get the QR from GET ${device}/qr and scan it with ${phone}`,
    pairAgain: `GET ${device}/qr`,
  };
}

function commandsFor({ uuid }: Facts): Steps {
  const pair = `${KURIR} device qr ${uuid}`;
  return { create: `${KURIR} device pair`, seeReason: `${KURIR} device list`, pair, pairAgain: pair };
}

function textOf({ engine, state, uuid }: Facts, { create, seeReason, pair, pairAgain }: Steps): string {
  if (state === 'released')
    return ENGINE_KINDS[engine].isNumber
      ? `The device was released. Create another one: ${create}.`
      : 'The widget was deleted, so its visitors read no answers any more.';
  if (state === 'banned') return `The provider has banned the number. See the reason: ${seeReason}.`;
  if (!ENGINE_KINDS[engine].pairsByQr) {
    return (
      `The device is not connected. See the reason: ${seeReason}. ` +
      `A new access token connects it: PATCH /v1/devices/${uuid}/official-credentials.`
    );
  }
  if (state === 'disconnected') {
    return (
      'The device has lost its connection. Kurir reconnects unless the reason says otherwise: ' +
      `${seeReason}. To pair it again: ${pairAgain}.`
    );
  }
  return `The device is not paired. Pair it first: ${pair}.`;
}
