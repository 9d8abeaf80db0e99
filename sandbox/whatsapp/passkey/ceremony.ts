import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { aesDecryptGCM, type BinaryNode, bytesToCrockford, Curve, proto } from 'baileys';
import { SandboxError } from '../../errors.ts';
import type { PhoneRow } from '../../store-rows.ts';
import type { Connection } from '../connection.ts';
import { type Ceremony, faultsOf, type Network } from '../network.ts';
import { bytesOf, childOf, childrenOf, element } from '../node.ts';
import type { Registration } from '../pairing-refs.ts';
import { sendNotice } from '../registration-notices.ts';
import { passkeyOf, RELYING_PARTY, sha256 } from './authenticator.ts';
import { assertionProblem } from './check-assertion.ts';
import type { CeremonyFault } from './faults.ts';

const TIMEOUT_MS = 600_000;
const KEY_BYTES = 32;
const SHORT_KEY_BYTES = 8;
const CHROME = proto.DeviceProps.PlatformType.CHROME;
/** Invented: the codes of these errors are not known. */
const REFUSED = '400';
const TAGS = [
  'passkey_request_options',
  'ref',
  'passkey_prologue',
  'companion_nonce',
  'encrypted_pairing_request',
];

/** In place of an answer to an IQ: its error, or silence. `after`: follows the answer. */
export type Step = { answer: BinaryNode[]; after?: () => Promise<unknown> } | { refuse: string } | 'silent';

/** Demands a passkey of the client. Throws passkey_required: the phone waits meanwhile. */
export async function beginCeremony(
  net: Network,
  phone: PhoneRow,
  {
    registration,
    advSecret,
    link,
  }: { registration: Registration; advSecret: Uint8Array; link: Ceremony['link'] },
): Promise<never> {
  const { passkey, passkey_fault: fault } = faultsOf(net, phone.number);
  if (passkey === 'missing') throw new SandboxError('passkey_missing');
  const ceremony: Ceremony = {
    phone,
    registration,
    fault,
    link,
    oldSecret: advSecret,
    options: newOptions(fault),
    ref: randomBytes(16).toString('base64url'),
    keys: Curve.generateKeyPair(),
    nonce: randomBytes(KEY_BYTES),
    identity: null,
    commitment: null,
    code: null,
    waiting: null,
  };
  net.ceremonies.set(registration.connection, ceremony);
  net.ceremonyOf.set(phone.number, ceremony);
  if (fault === 'unasked') await sendContinuation(net, ceremony);
  const isBare = fault === 'no_options' || fault === 'error_passkey_request_options';
  const notify = (options: object) =>
    sendNotice(net, registration, 'passkey_prologue_request', isBare ? [] : [optionsNode(options)]);
  await notify(ceremony.options);
  if (fault === 'repeated') await notify(ceremony.options);
  if (fault === 'second') await notify(newOptions(null));
  if (fault === 'empty_code') await sendNotice(net, registration, 'link_code_companion_reg', []);
  if (fault === 'refresh') await sendNotice(net, registration, 'companion_reg_refresh', []);
  throw new SandboxError('passkey_required');
}

/** Undefined: an IQ of something else. */
export function takeStep(net: Network, connection: Connection, iq: BinaryNode): Step | undefined {
  const [child] = childrenOf(iq);
  if (!child || iq.attrs.xmlns !== 'md' || !TAGS.includes(child.tag)) return undefined;
  const ceremony = net.ceremonies.get(connection);
  if (!ceremony || ceremony.fault === `error_${child.tag}`) return { refuse: REFUSED };
  if (ceremony.fault === `mute_${child.tag}`) return 'silent';
  switch (child.tag) {
    case 'passkey_request_options':
      return { answer: [optionsNode(ceremony.options)] };
    case 'ref':
      return { answer: [element('ref', {}, Buffer.from(ceremony.ref))] };
    case 'passkey_prologue':
      return takePrologue(net, ceremony, child);
    case 'companion_nonce':
      return takeNonce(ceremony, bytesOf(child));
    default:
      return takeRequest(ceremony, bytesOf(child));
  }
}

/** The owner compares the code on the phone. Throws SandboxError. */
export async function acceptCode(net: Network, number: string, code: string): Promise<void> {
  const ceremony = net.ceremonyOf.get(number);
  if (!ceremony?.waiting) throw new SandboxError('code_unknown');
  const secret = ceremony.waiting;
  ceremony.waiting = null;
  if (code.replaceAll('-', '').toUpperCase() !== ceremony.code) throw new SandboxError('code_wrong');
  await ceremony.link(secret);
}

function takePrologue(net: Network, ceremony: Ceremony, prologue: BinaryNode): Step {
  const part = (tag: string) => bytesOf(childOf(prologue, tag));
  const passkey = passkeyOf(net, ceremony.phone.number);
  const { challenge } = ceremony.options;
  const json = part('webauthn_assertion').toString();
  const problem = assertionProblem(json, part('credential_id'), { passkey, challenge });
  const payload = part('prologue_payload');
  if (problem !== null || !isOwnPrologue(ceremony, payload, part('pairing_handoff_proof')))
    return { refuse: REFUSED };
  if (ceremony.fault === 'silent') return { answer: [] };
  return {
    answer: [],
    async after() {
      if (ceremony.fault === 'cut') ceremony.registration.connection.cut();
      else await sendContinuation(net, ceremony);
    },
  };
}

/** Keeps what the client has committed to. */
function isOwnPrologue(ceremony: Ceremony, payload: Buffer, proof: Buffer): boolean {
  const { companionEphemeralIdentity, commitment } = proto.ProloguePayload.decode(payload);
  if (!companionEphemeralIdentity || !commitment?.hash) return false;
  const { publicKey, deviceType, ref } = proto.CompanionEphemeralIdentity.decode(companionEphemeralIdentity);
  const key = hkdfSync('sha256', ceremony.oldSecret, '', 'shortcake-passkey-handoff-v1', KEY_BYTES);
  const expected = createHmac('sha256', Buffer.from(key)).update(payload).digest();
  ceremony.identity = Buffer.from(companionEphemeralIdentity);
  ceremony.commitment = Buffer.from(commitment.hash);
  return (
    publicKey?.length === KEY_BYTES && deviceType === CHROME && ref === ceremony.ref && expected.equals(proof)
  );
}

function takeNonce(ceremony: Ceremony, nonce: Buffer): Step {
  const { identity, commitment, keys } = ceremony;
  if (!identity || !commitment?.equals(sha256(Buffer.concat([identity, nonce])))) return { refuse: REFUSED };
  const digest = sha256(Buffer.concat([nonce, keys.public]));
  ceremony.code = bytesToCrockford(
    Buffer.from(ceremony.nonce.subarray(0, 5).map((byte, n) => byte ^ (digest[n] ?? 0))),
  );
  return { answer: [] };
}

function takeRequest(ceremony: Ceremony, envelope: Buffer): Step {
  const { keys: wanted, noiseKey } = ceremony.registration;
  const request = openRequest(ceremony, envelope);
  const isOwn =
    request !== null &&
    Buffer.from(noiseKey).equals(request.companionPublicKey ?? Buffer.alloc(0)) &&
    Buffer.from(wanted.eIdent ?? []).equals(request.companionIdentityKey ?? Buffer.alloc(0));
  if (!isOwn || request?.advSecret?.length !== KEY_BYTES) return { refuse: REFUSED };
  const secret = request.advSecret;
  if (ceremony.fault === 'asks_code') {
    ceremony.waiting = secret;
    return { answer: [] };
  }
  const signedWith = ceremony.fault === 'old_secret' ? ceremony.oldSecret : secret;
  // Refused by the client, or cut: no caller of the control waits.
  return { answer: [], after: () => ceremony.link(signedWith).catch(() => {}) };
}

function openRequest(ceremony: Ceremony, envelope: Buffer): proto.PairingRequest | null {
  try {
    const { encryptedPayload, iv } = proto.EncryptedPairingRequest.decode(envelope);
    const { publicKey } = proto.CompanionEphemeralIdentity.decode(ceremony.identity ?? Buffer.alloc(0));
    const shared = Curve.sharedKey(ceremony.keys.private, Buffer.from(publicKey ?? []));
    const salt = `Companion Pairing ${CHROME} with ref ${ceremony.ref}`;
    const key = Buffer.from(
      hkdfSync('sha256', shared, salt, 'Pairing Information Encryption Key', KEY_BYTES),
    );
    const plain = aesDecryptGCM(
      Buffer.from(encryptedPayload ?? []),
      key,
      Buffer.from(iv ?? []),
      Buffer.alloc(0),
    );
    return proto.PairingRequest.decode(plain);
  } catch {
    // The tag does not fit.
    return null;
  }
}

async function sendContinuation(net: Network, { registration, keys, nonce, fault }: Ceremony): Promise<void> {
  const publicKey = fault === 'short_key' ? keys.public.subarray(0, SHORT_KEY_BYTES) : keys.public;
  const identity = proto.PrimaryEphemeralIdentity.encode({ publicKey, nonce }).finish();
  await sendNotice(net, registration, 'crsc_continuation', [
    element('primary_ephemeral_identity', {}, identity),
  ]);
}

function newOptions(fault: CeremonyFault | null) {
  return {
    challenge: randomBytes(32).toString('base64url'),
    rpId: fault === 'other_site' ? 'example.com' : RELYING_PARTY,
    allowCredentials: [],
    userVerification: 'required',
    timeout: TIMEOUT_MS,
    extensions: { uvm: true },
  };
}

const optionsNode = (options: object) =>
  element('passkey_request_options', {}, Buffer.from(JSON.stringify(options)));
