import { randomBytes, randomUUID } from 'node:crypto';
import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  type BinaryNode,
  Curve,
  derivePairingCodeKey,
  hkdf,
  jidDecode,
} from 'baileys';
import { SECOND } from '../../src/platform/lib/clock.ts';
import { SandboxError } from '../errors.ts';
import type { CompanionRef, PhoneRow } from '../store-rows.ts';
import type { Connection } from './connection.ts';
import { inTime } from './in-time.ts';
import { faultsOf, type Network, type TypedCode } from './network.ts';
import { bytesOf, childOf, element, FROM_SERVER } from './node.ts';
import { vouchFor } from './pairing.ts';

const REG = 'link_code_companion_reg';
const REF = 'link_code_pairing_ref';
const VALID_MS = 180 * SECOND;
const KEY_BYTES = 32;
const IV_BYTES = 16;
const GCM_IV_BYTES = 12;

/** The answer to the two IQs of a client that pairs by code. Undefined: another IQ. A text: the code of an error. */
export function answerTypedCode(
  net: Network,
  connection: Connection,
  iq: BinaryNode,
): BinaryNode[] | string | undefined {
  const reg = childOf(iq, REG);
  const number = jidDecode(reg?.attrs.jid)?.user;
  if (!reg || number === undefined) return undefined;
  if (reg.attrs.stage === 'companion_finish') {
    net.typedCodes.get(number)?.finished(bytesOf(childOf(reg, 'link_code_pairing_wrapped_key_bundle')));
    return [];
  }
  const refusal = faultsOf(net, null).code_error;
  const clientKey = bytesOf(childOf(reg, 'link_code_pairing_wrapped_companion_ephemeral_pub'));
  if (refusal !== null) return refusal;
  if (clientKey.length !== 2 * KEY_BYTES + IV_BYTES) return '400';
  const ref = randomBytes(16);
  const validUntil = net.now().getTime() + VALID_MS;
  // A second code replaces the first one.
  net.typedCodes.set(number, { connection, clientKey, ref, validUntil, finished: () => {} });
  return [element(REG, { stage: 'companion_hello' }, [element(REF, {}, ref)])];
}

/** The phone types the code that a client shows. Throws SandboxError. */
export async function typeCode(net: Network, phone: PhoneRow, code: string): Promise<CompanionRef> {
  if (phone.line === 'banned') throw new SandboxError('number_banned');
  const shown = net.typedCodes.get(phone.number);
  if (!shown) throw new SandboxError('code_unknown');
  if (!shown.connection.isOpen || net.now().getTime() >= shown.validUntil)
    throw new SandboxError('code_expired');
  const advSecret = await exchangeKeys(phone, shown, code.replaceAll('-', '').toUpperCase());
  if (!advSecret) throw new SandboxError('code_wrong');
  net.typedCodes.delete(phone.number);
  const registration = net.pairingRefs.claimConnection(shown.connection);
  if (!registration) throw new SandboxError('code_expired');
  return vouchFor(net, phone, registration, advSecret);
}

/** Null: the client shows another code. */
async function exchangeKeys(phone: PhoneRow, shown: TypedCode, code: string): Promise<Buffer | null> {
  const clientKey = await unwrap(shown.clientKey, code);
  const own = Curve.generateKeyPair();
  const bundle = new Promise<Buffer>((resolve) => {
    shown.finished = resolve;
  });
  shown.connection.send(
    element('notification', { id: randomUUID(), type: REG, from: FROM_SERVER }, [
      element(REG, { stage: 'primary_hello' }, [
        element(REF, {}, shown.ref),
        element('primary_identity_pub', {}, phone.identity_public),
        element('link_code_pairing_wrapped_primary_ephemeral_pub', {}, await wrap(own.public, code)),
      ]),
    ]),
  );
  const finished = await inTime(bundle);
  if (!finished) throw new SandboxError('pairing_failed');
  const shared = Curve.sharedKey(own.private, clientKey);
  return openBundle(finished, shared, phone);
}

/** Salt, IV and key, encrypted by the code. */
async function wrap(key: Uint8Array, code: string): Promise<Buffer> {
  const [salt, iv] = [randomBytes(KEY_BYTES), randomBytes(IV_BYTES)];
  return Buffer.concat([salt, iv, aesEncryptCTR(key, await derivePairingCodeKey(code, salt), iv)]);
}

async function unwrap(wrapped: Buffer, code: string): Promise<Buffer> {
  const salt = wrapped.subarray(0, KEY_BYTES);
  const iv = wrapped.subarray(KEY_BYTES, KEY_BYTES + IV_BYTES);
  const key = await derivePairingCodeKey(code, salt);
  return aesDecryptCTR(wrapped.subarray(KEY_BYTES + IV_BYTES), key, iv);
}

/** The secret that client and phone agree on. Null: they have used different codes. */
function openBundle(bundle: Buffer, shared: Uint8Array, phone: PhoneRow): Buffer | null {
  const salt = bundle.subarray(0, KEY_BYTES);
  const iv = bundle.subarray(KEY_BYTES, KEY_BYTES + GCM_IV_BYTES);
  const key = hkdf(Buffer.from(shared), KEY_BYTES, {
    salt,
    info: 'link_code_pairing_key_bundle_encryption_key',
  });
  try {
    const opened = aesDecryptGCM(bundle.subarray(KEY_BYTES + GCM_IV_BYTES), key, iv, Buffer.alloc(0));
    const [identity, random] = [opened.subarray(0, KEY_BYTES), opened.subarray(2 * KEY_BYTES)];
    const identities = Curve.sharedKey(phone.identity_private, identity);
    return Buffer.from(hkdf(Buffer.concat([shared, identities, random]), KEY_BYTES, { info: 'adv_secret' }));
  } catch {
    // The authentication tag does not fit.
    return null;
  }
}
