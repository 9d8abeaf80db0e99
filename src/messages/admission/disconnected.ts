import type { Account } from '../../accounts/account.ts';
import { ENGINE_KINDS, type EngineKind } from '../../engines/kinds.ts';
import { KURIR } from '../../lib/command-name.ts';
import { ApiError } from '../../lib/errors.ts';

/** Of a device that cannot send now. */
export type DisconnectedState = 'provisioned' | 'qr_pending' | 'disconnected' | 'banned' | 'released';

/** Says how this device gets its connection. */
export function disconnected(
  { engine, state }: { engine: EngineKind; state: DisconnectedState },
  uuid: string,
  kind: Account['kind'],
): ApiError {
  return new ApiError('device_disconnected', textOf(engine, state, uuid, kind));
}

function textOf(engine: EngineKind, state: DisconnectedState, uuid: string, kind: Account['kind']): string {
  const device = `/v1/devices/${uuid}`;
  if (state === 'released') return 'The device was released. Create another one: POST /v1/devices.';
  if (state === 'banned') return `The provider has banned the number. See the reason: GET ${device}.`;
  if (!ENGINE_KINDS[engine].pairsByQr) {
    return (
      `The device is not connected. See the reason: GET ${device}. ` +
      `A new access token connects it: PATCH ${device}/official-credentials.`
    );
  }
  if (state === 'disconnected') {
    return (
      'The device has lost its connection. Kurir reconnects unless the reason says otherwise: ' +
      `GET ${device}. To pair it again: GET ${device}/qr.`
    );
  }
  const phone = kind === 'sandbox' ? `a simulated phone: ${KURIR} sandbox scan ${uuid} NUMBER` : 'the phone';
  return `The device is not paired. Pair it first: get the QR from GET ${device}/qr and scan it with ${phone}.`;
}
