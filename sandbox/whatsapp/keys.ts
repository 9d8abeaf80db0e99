import { type BinaryNode, Curve, encodeBigEndian, generateRegistrationId, signedKeyPair } from 'baileys';
import type { CompanionRef, CompanionRow, NewPhone, PhoneRow } from '../store-rows.ts';
import { findAddressee } from './addresses.ts';
import type { Network } from './network.ts';
import { bytesOf, childOf, childrenOf, element, FROM_SERVER, numberOf, protocolTime } from './node.ts';
import type { PreKeyBundle } from './signal.ts';

const MIN_PRE_KEYS = 5;
const SIGNED_KEY_ID = 1;
const KEY_ID_BYTES = 3;
const KEY_TYPE = Buffer.from([5]);

/** Generates the keys of a new phone. */
export function makePhoneKeys(): Omit<NewPhone, 'number' | 'lid' | 'name'> {
  const identity = Curve.generateKeyPair();
  const signed = signedKeyPair(identity, SIGNED_KEY_ID);
  return {
    registration_id: generateRegistrationId(),
    identity_private: identity.private,
    identity_public: identity.public,
    signed_key_private: signed.keyPair.private,
    signed_key_public: signed.keyPair.public,
    signed_key_signature: signed.signature,
  };
}

/** Stores the keys, or the rotated signed key, of a companion. */
export function publishKeys(net: Network, ref: CompanionRef, iq: BinaryNode): void {
  const rotated = childOf(childOf(iq, 'rotate'), 'skey');
  const signed = rotated ?? childOf(iq, 'skey');
  net.store.db.write(() => {
    if (signed) net.store.saveCompanionSignedKey(ref, readSignedKey(signed));
    if (rotated) return;
    net.store.saveCompanionKeys(ref, {
      registration_id: numberOf(bytesOf(childOf(iq, 'registration'))),
      identity: bytesOf(childOf(iq, 'identity')),
    });
    for (const key of childrenOf(childOf(iq, 'list'), 'key')) {
      net.store.addCompanionPreKey(
        ref,
        numberOf(bytesOf(childOf(key, 'id'))),
        bytesOf(childOf(key, 'value')),
      );
    }
  });
}

/** Answers a key request without the unknown devices. */
export function answerKeyRequest(net: Network, request: BinaryNode | undefined): BinaryNode[] {
  const users = childrenOf(request, 'user').flatMap(({ attrs: { jid } }) => {
    const addressee = findAddressee(net.store, jid);
    const bundle = addressee && issueBundle(net, addressee.phone, addressee.device_id);
    return bundle ? [bundleNode(bundle, { jid, t: protocolTime(net.now()) })] : [];
  });
  return [element('list', {}, users)];
}

function issueBundle(net: Network, phone: PhoneRow, deviceId: number): PreKeyBundle | undefined {
  if (deviceId === 0) return issuePhoneBundle(net, phone);
  const companion = net.store.findCompanion({ number: phone.number, device_id: deviceId });
  return companion && issueCompanionBundle(net, companion);
}

/** Takes a one-time key of a companion, and requests more when few are left. */
export function issueCompanionBundle(net: Network, companion: CompanionRow): PreKeyBundle {
  const preKey = net.store.db.write(() => net.store.takeCompanionPreKey(companion));
  const left = net.store.countCompanionPreKeys(companion);
  if (left < MIN_PRE_KEYS) requestPreKeys(net, companion, left);
  return {
    registrationId: companion.registration_id,
    identity: companion.identity,
    signedKey: {
      id: companion.signed_key_id,
      public: companion.signed_key,
      signature: companion.signed_key_signature,
    },
    preKey: preKey ? { id: preKey.key_id, public: preKey.public } : null,
  };
}

/** The keys in a retry receipt, if any. */
export function readBundle(receipt: BinaryNode): PreKeyBundle | undefined {
  return bundleIn(receipt, childOf(receipt, 'keys'));
}

/** The keys in `keys`, if any: in a receipt a part of it, in the answer to a client the whole `user`. */
export function bundleIn(
  holder: BinaryNode,
  keys: BinaryNode | undefined = holder,
): PreKeyBundle | undefined {
  const signed = childOf(keys, 'skey');
  if (!signed) return undefined;
  const preKey = childOf(keys, 'key');
  return {
    registrationId: numberOf(bytesOf(childOf(holder, 'registration'))),
    identity: bytesOf(childOf(keys, 'identity')),
    signedKey: readSignedKey(signed),
    preKey: preKey
      ? { id: numberOf(bytesOf(childOf(preKey, 'id'))), public: bytesOf(childOf(preKey, 'value')) }
      : null,
  };
}

function issuePhoneBundle(net: Network, phone: PhoneRow): PreKeyBundle {
  const pair = Curve.generateKeyPair();
  const id = net.store.db.write(() => net.store.addPhonePreKey(phone.number, pair));
  return {
    registrationId: phone.registration_id,
    identity: phone.identity_public,
    signedKey: { id: SIGNED_KEY_ID, public: phone.signed_key_public, signature: phone.signed_key_signature },
    preKey: { id, public: pair.public },
  };
}

function requestPreKeys(net: Network, ref: CompanionRef, left: number): void {
  const t = protocolTime(net.now());
  const attrs = { type: 'encrypt', from: FROM_SERVER, id: `pre-keys-${ref.device_id}-${left}-${t}`, t };
  const count = element('count', { value: String(left) });
  net.onlineCompanions.find(ref)?.send(element('notification', attrs, [count]));
}

function bundleNode(bundle: PreKeyBundle, attrs: { jid: string | undefined; t: string }): BinaryNode {
  const { registrationId, identity, signedKey, preKey } = bundle;
  const children = [
    element('registration', {}, encodeBigEndian(registrationId)),
    element('type', {}, KEY_TYPE),
    element('identity', {}, identity),
    element('skey', {}, [
      element('id', {}, encodeBigEndian(signedKey.id, KEY_ID_BYTES)),
      element('value', {}, signedKey.public),
      element('signature', {}, signedKey.signature),
    ]),
  ];
  if (preKey) {
    children.push(
      element('key', {}, [
        element('id', {}, encodeBigEndian(preKey.id, KEY_ID_BYTES)),
        element('value', {}, preKey.public),
      ]),
    );
  }
  return element('user', attrs, children);
}

function readSignedKey(node: BinaryNode): PreKeyBundle['signedKey'] {
  return {
    id: numberOf(bytesOf(childOf(node, 'id'))),
    public: bytesOf(childOf(node, 'value')),
    signature: bytesOf(childOf(node, 'signature')),
  };
}
