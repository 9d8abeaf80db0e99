import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { asProblem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { devicesQuery } from '../../../queries/devices.ts';
import { showStatus } from '../../../queries/live-devices.ts';
import { type Device, fetchQr, reloadDevices } from '../queries.ts';
import { nextQrMs, PASSKEY_REQUIRED } from '../state.ts';

export interface Code {
  /** Data URL of a PNG. */
  picture: string;
  /** Milliseconds of the clock of the browser. */
  expiresAt: number;
}

/** The page on which the owner of the number signs. */
export interface Passkey {
  url: string;
  /** Milliseconds of the clock of the gateway. */
  expiresAt: number;
}

export interface Pairing {
  /** `moving`: an imported session connects. `ended`: no phone scanned in time, or the network refused. */
  phase: 'scanning' | 'moving' | 'connected' | 'ended';
  device: Device;
  code: Code | null;
  /** The network asks for it in place of a code. */
  passkey: Passkey | null;
  problem: unknown;
  /** The device has got a session. */
  move: () => void;
  restart: () => void;
}

/** Shows one QR after the other until a phone has scanned one, or the gateway ends the pairing. */
export function usePairing(created: Device): Pairing {
  const uuid = created.device_uuid;
  const [demand, setDemand] = useState<Partial<Passkey> | null>(null);
  const [phase, setPhase] = useState<Pairing['phase']>(created.moving_in ? 'moving' : 'scanning');
  // A reason has no event, and a call for a QR would begin a pairing.
  const looks = phase === 'moving' || demand !== null;
  const list = useQuery({ ...devicesQuery, refetchInterval: looks && LOOK_MS });
  const device = list.data?.data.find(({ device_uuid }) => device_uuid === uuid) ?? created;
  const [attempt, setAttempt] = useState(0);
  const shown = useRef<Code | null>(null);
  const wasPending = useRef(false);

  const qr = useQuery({
    queryKey: ['device-qr', uuid, attempt],
    // A further call after the end of a demanded passkey would begin another pairing.
    enabled: phase === 'scanning' && (demand === null || goesOn(device)),
    queryFn: async () => {
      const answer = await fetchQr(uuid);
      const { qr: picture, valid_for_seconds: seconds, status, reason = null } = answer;
      setDemand(reason === PASSKEY_REQUIRED ? passkeyOf(answer) : null);
      // The event may come later than the answer, and a new reason has no event.
      if (status === 'qr_pending' || reason) showStatus({ device_uuid: uuid, status, reason });
      if (reason === PASSKEY_REQUIRED) shown.current = null;
      if (picture !== undefined && seconds !== undefined) {
        shown.current = { picture, expiresAt: Date.now() + seconds * 1_000 };
      }
      return shown.current && shown.current.expiresAt > Date.now() ? shown.current : null;
    },
    refetchInterval: ({ state }) =>
      state.error === null && nextQrMs(state.data ? state.data.expiresAt - Date.now() : null),
    retry: (_failures, error) => asProblem(error).isTemporary,
    staleTime: 0,
    gcTime: 0,
  });

  const isConnected = device.status === 'connected' || codeOf(qr.error) === 'already_connected';
  useEffect(() => {
    if (isConnected) {
      setPhase('connected');
      void reloadDevices();
    } else if (hasEnded(phase, device, wasPending)) setPhase('ended');
  }, [isConnected, device, phase]);

  return {
    phase,
    device,
    code: qr.data ?? null,
    passkey: device.reason === PASSKEY_REQUIRED && isWhole(demand) ? demand : null,
    problem: codeOf(qr.error) === 'already_connected' ? null : qr.error,
    move: () => setPhase('moving'),
    restart: () => {
      setDemand(null);
      wasPending.current = false;
      shown.current = null;
      setPhase('scanning');
      setAttempt(attempt + 1);
    },
  };
}

const LOOK_MS = 2_000;

/** Notes in `wasPending` that the pairing has begun. */
function hasEnded(phase: Pairing['phase'], device: Device, wasPending: { current: boolean }): boolean {
  if (phase === 'moving') return !device.moving_in;
  if (device.status !== 'qr_pending') return wasPending.current;
  wasPending.current = true;
  return false;
}

/** Without a page when the owner has answered, or no answer counts any more. */
function passkeyOf({ passkey_url: url, expires_at: at }: Schema<'DeviceWaiting'>): Partial<Passkey> {
  return url === undefined || at === undefined ? {} : { url, expiresAt: Date.parse(at) };
}

const isWhole = (demand: Partial<Passkey> | null): demand is Passkey => demand?.url !== undefined;

/** After a lost connection, the next code replaces the demand of a passkey. */
const goesOn = ({ status, reason }: Device) => status === 'qr_pending' && reason !== PASSKEY_REQUIRED;

const codeOf = (error: unknown) => (error === null ? null : asProblem(error).code);
