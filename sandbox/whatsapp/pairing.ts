import { randomBytes, randomInt } from 'node:crypto';
import {
  type BinaryNode,
  Curve,
  generateSignalPubKey,
  hmacSign,
  proto,
  WA_ADV_ACCOUNT_SIG_PREFIX,
  WA_ADV_DEVICE_SIG_PREFIX,
} from 'baileys';
import { verifySignature } from 'libsignal/src/curve.js';
import { SandboxError } from '../errors.ts';
import type { CompanionRef, PhoneRow } from '../store-rows.ts';
import { addressOf } from './addresses.ts';
import { RESTART } from './close-stanzas.ts';
import type { Connection } from './connection.ts';
import { inTime } from './in-time.ts';
import { faultsOf, type Network } from './network.ts';
import { bytesOf, childOf, element, FROM_SERVER, numberOf, protocolTime } from './node.ts';
import type { Registration } from './pairing-refs.ts';
import { beginCeremony } from './passkey/ceremony.ts';
import { refreshOnce } from './registration-notices.ts';

const REFS_PER_CONNECTION = 6;

/** Sends a new client the references for its QR codes. */
export function startPairing(
  net: Network,
  connection: Connection,
  keys: proto.ClientPayload.IDevicePairingRegistrationData,
  noiseKey: Uint8Array,
): void {
  const refs = Array.from({ length: REFS_PER_CONNECTION }, () => randomBytes(16).toString('base64url'));
  net.pairingRefs.offer({ connection, noiseKey, keys }, refs, net.now());
  const children = refs.map((ref) => element('ref', {}, Buffer.from(ref)));
  connection.send(
    element('iq', { id: newIqId(), type: 'set', xmlns: 'md', from: FROM_SERVER }, [
      element('pair-device', {}, children),
    ]),
  );
}

/** Pairs the client behind a QR code with a phone. Throws SandboxError. */
export async function scanQr(net: Network, phone: PhoneRow, qr: string): Promise<CompanionRef> {
  const code = parseQr(qr);
  if (phone.line === 'banned') throw new SandboxError('number_banned');
  const scan = net.pairingRefs.claim(code.ref, net.now());
  if ('refused' in scan) throw new SandboxError(scan.refused === 'unknown' ? 'qr_unknown' : 'qr_expired');
  const registration = scan.found;
  const identity = registration.keys.eIdent ?? new Uint8Array();
  if (!code.noiseKey.equals(registration.noiseKey) || !code.identity.equals(identity)) {
    throw new SandboxError(
      'invalid_qr',
      'The keys in this QR code are not those of the connection that shows it.',
    );
  }

  await refreshOnce(net, phone, registration);
  return vouchFor(net, phone, registration, code.advSecret);
}

/** The phone signs the identity of the client, which proves that both know the secret. Throws SandboxError. */
export async function vouchFor(
  net: Network,
  phone: PhoneRow,
  registration: Registration,
  advSecret: Uint8Array,
): Promise<CompanionRef> {
  const link = (secret: Uint8Array) => linkPhone(net, phone, registration, secret);
  if (faultsOf(net, phone.number).passkey === 'none') return link(advSecret);
  return beginCeremony(net, phone, { registration, advSecret, link });
}

async function linkPhone(
  net: Network,
  phone: PhoneRow,
  registration: Registration,
  advSecret: Uint8Array,
): Promise<CompanionRef> {
  const device_id = net.store.db.write(() => net.store.takeDeviceId(phone.number));
  const identity = registration.keys.eIdent ?? new Uint8Array();
  const signed = signIdentity(phone, device_id, { identity, advSecret }, net.now());
  const { connection } = registration;
  const offer = pairSuccess(phone, device_id, signed.envelope, net.now());
  const reply = await inTime(connection.query(offer));
  if (!reply || !isSignedBack(reply, signed, identity)) {
    connection.end();
    throw new SandboxError('pairing_failed');
  }

  net.store.db.write(() => insertCompanion(net, { number: phone.number, device_id }, registration));
  // The client closes first, as in the network. When the server did, whatsmeow could miss the stanza.
  await inTime(connection.query(RESTART));
  connection.end();
  await net.store.db.committed();
  return { number: phone.number, device_id };
}

interface QrCode {
  ref: string;
  noiseKey: Buffer;
  identity: Buffer;
  advSecret: Buffer;
}

function parseQr(qr: string): QrCode {
  const [ref = '', ...keys] = qr
    .slice(qr.indexOf('#') + 1)
    .trim()
    .split(',');
  const [noiseKey, identity, advSecret] = keys.map((key) => Buffer.from(key, 'base64'));
  const isKey = (key: Buffer | undefined): key is Buffer => key?.length === 32;
  if (!/^[\w-]+$/.test(ref) || !isKey(noiseKey) || !isKey(identity) || !isKey(advSecret)) {
    throw new SandboxError('invalid_qr');
  }
  return { ref, noiseKey, identity, advSecret };
}

interface SignedIdentity {
  details: Uint8Array;
  accountKey: Uint8Array;
  envelope: Uint8Array;
}

/** The HMAC proves that the phone knows the secret of the client. */
function signIdentity(
  phone: PhoneRow,
  deviceId: number,
  client: { identity: Uint8Array; advSecret: Uint8Array },
  now: Date,
): SignedIdentity {
  const details = proto.ADVDeviceIdentity.encode({
    rawId: randomInt(2 ** 31),
    timestamp: Math.floor(now.getTime() / 1000),
    keyIndex: deviceId,
    accountType: proto.ADVEncryptionType.E2EE,
    deviceType: proto.ADVEncryptionType.E2EE,
  }).finish();
  const accountSignature = Curve.sign(
    phone.identity_private,
    Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, client.identity]),
  );
  const accountKey = phone.identity_public;
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: accountKey,
    accountSignature,
  }).finish();
  const envelope = proto.ADVSignedDeviceIdentityHMAC.encode({
    details: signed,
    hmac: hmacSign(signed, client.advSecret),
  }).finish();
  return { details, accountKey, envelope };
}

function pairSuccess(phone: PhoneRow, deviceId: number, envelope: Uint8Array, now: Date): BinaryNode {
  return element('iq', { id: newIqId(), type: 'set', xmlns: 'md', from: FROM_SERVER, t: protocolTime(now) }, [
    element('pair-success', {}, [
      element('device-identity', {}, envelope),
      element('device', { jid: addressOf(phone, 'pn', deviceId), lid: addressOf(phone, 'lid', deviceId) }),
      element('platform', { name: 'android' }),
    ]),
  ]);
}

function isSignedBack(
  reply: BinaryNode,
  { details, accountKey }: SignedIdentity,
  clientIdentity: Uint8Array,
): boolean {
  const signed = bytesOf(childOf(childOf(reply, 'pair-device-sign'), 'device-identity'));
  if (reply.attrs.type !== 'result' || signed.length === 0) return false;
  const { deviceSignature } = proto.ADVSignedDeviceIdentity.decode(signed);
  const subject = Buffer.concat([WA_ADV_DEVICE_SIG_PREFIX, details, clientIdentity, accountKey]);
  if (deviceSignature?.length !== 64) return false;
  return verifySignature(
    Buffer.from(generateSignalPubKey(Buffer.from(clientIdentity))),
    subject,
    Buffer.from(deviceSignature),
  );
}

function insertCompanion(net: Network, ref: CompanionRef, { keys, noiseKey }: Registration): void {
  net.store.insertCompanion({
    ...ref,
    noise_key: noiseKey,
    registration_id: numberOf(keys.eRegid ?? new Uint8Array()),
    identity: keys.eIdent ?? new Uint8Array(),
    signed_key_id: numberOf(keys.eSkeyId ?? new Uint8Array()),
    signed_key: keys.eSkeyVal ?? new Uint8Array(),
    signed_key_signature: keys.eSkeySig ?? new Uint8Array(),
  });
}

const newIqId = () => `kurir-${randomBytes(6).toString('hex')}`;
