import { randomBytes } from 'node:crypto';
import {
  type AuthenticationCreds,
  type BinaryNode,
  Curve,
  encodeBigEndian,
  generateRegistrationId,
  hmacSign,
  jidDecode,
  KEY_BUNDLE_TYPE,
  proto,
  signedKeyPair,
  WA_ADV_ACCOUNT_SIG_PREFIX,
  WA_ADV_DEVICE_SIG_PREFIX,
} from 'baileys';
import { bytesOf, childOf, element, FROM_SERVER } from '../../sandbox/whatsapp/node.ts';
import { isSigned } from '../independent/keys.ts';

const KEY_ID_BYTES = 3;
const { Platform, ReleaseChannel } = proto.ClientPayload.UserAgent;
const USER_AGENT: proto.ClientPayload.IUserAgent = {
  appVersion: { primary: 2, secondary: 3000, tertiary: 1 },
  platform: Platform.WEB,
  releaseChannel: ReleaseChannel.RELEASE,
};

/** Of a device that has not paired. In the form that the economy engine stores. */
export function newAccount(): AuthenticationCreds {
  const signedIdentityKey = Curve.generateKeyPair();
  return {
    noiseKey: Curve.generateKeyPair(),
    pairingEphemeralKeyPair: Curve.generateKeyPair(),
    signedIdentityKey,
    signedPreKey: signedKeyPair(signedIdentityKey, 1),
    registrationId: generateRegistrationId(),
    advSecretKey: randomBytes(32).toString('base64'),
    processedHistoryMessages: [],
    nextPreKeyId: 1,
    firstUnuploadedPreKeyId: 1,
    accountSyncCounter: 0,
    accountSettings: { unarchiveChats: false },
    registered: false,
    pairingCode: undefined,
    lastPropHash: undefined,
    routingInfo: undefined,
  };
}

/** What the phone scans. */
export function qrOf(
  { noiseKey, signedIdentityKey, advSecretKey }: AuthenticationCreds,
  ref: string,
): string {
  const keys = [noiseKey.public, signedIdentityKey.public].map((key) => Buffer.from(key).toString('base64'));
  return [ref, ...keys, advSecretKey].join(',');
}

/** The first message of the client: who logs in, or the keys of a new device. */
export function payloadOf(creds: AuthenticationCreds): proto.IClientPayload {
  const me = jidDecode(creds.me?.id);
  if (me) return { userAgent: USER_AGENT, passive: true, username: Number(me.user), device: me.device ?? 0 };
  const { keyId, keyPair, signature } = creds.signedPreKey;
  return {
    userAgent: USER_AGENT,
    passive: false,
    devicePairingData: {
      buildHash: Buffer.alloc(16),
      deviceProps: proto.DeviceProps.encode({ os: 'Second driver' }).finish(),
      eRegid: encodeBigEndian(creds.registrationId),
      eKeytype: KEY_BUNDLE_TYPE,
      eIdent: creds.signedIdentityKey.public,
      eSkeyId: encodeBigEndian(keyId, KEY_ID_BYTES),
      eSkeyVal: keyPair.public,
      eSkeySig: signature,
    },
  };
}

/** Checks what the phone has signed, and signs back. Null: another phone, or another code. */
export function acceptPairing(
  creds: AuthenticationCreds,
  iq: BinaryNode,
): { paired: AuthenticationCreds; reply: BinaryNode } | null {
  const offer = childOf(iq, 'pair-success');
  const { jid, lid } = childOf(offer, 'device')?.attrs ?? {};
  const sealed = proto.ADVSignedDeviceIdentityHMAC.decode(bytesOf(childOf(offer, 'device-identity')));
  const signed = sealed.details ?? Buffer.alloc(0);
  const secret = Buffer.from(creds.advSecretKey, 'base64');
  if (!jid || !lid || !hmacSign(signed, secret).equals(Buffer.from(sealed.hmac ?? []))) return null;

  const account = proto.ADVSignedDeviceIdentity.decode(signed);
  const { details, accountSignatureKey: key, accountSignature } = account;
  const identity = creds.signedIdentityKey;
  if (!details || !key || !accountSignature) return null;
  const vouched = Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, identity.public]);
  if (!isSigned(key, vouched, accountSignature)) return null;
  const own = Buffer.concat([WA_ADV_DEVICE_SIG_PREFIX, details, identity.public, key]);
  account.deviceSignature = Curve.sign(identity.private, own);

  const { keyIndex } = proto.ADVDeviceIdentity.decode(details);
  const answer = proto.ADVSignedDeviceIdentity.encode({ ...account, accountSignatureKey: null }).finish();
  const reply = element('iq', { to: FROM_SERVER, type: 'result', id: iq.attrs.id }, [
    element('pair-device-sign', {}, [element('device-identity', { 'key-index': String(keyIndex) }, answer)]),
  ]);
  return { paired: { ...creds, account, me: { id: jid, lid } }, reply };
}
