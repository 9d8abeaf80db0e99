import { type BinaryNode, Curve, encodeBigEndian, generateRegistrationId, signedKeyPair } from 'baileys';
import type { CompanionRef, CompanionRow, NewPhone, PhoneRow } from '../store.ts';
import { findAddressee } from './addresses.ts';
import type { Network } from './network.ts';
import { bytesOf, childOf, childrenOf, element, FROM_SERVER, numberOf, protocolTime } from './node.ts';
import type { KeyBundle } from './signal.ts';

/** Below this many one-time keys the network asks a companion for more. */
const FEW_PRE_KEYS = 5;
const SIGNED_KEY_ID = 1;
const KEY_ID_BYTES = 3;
const KEY_TYPE = Buffer.from([5]);

/** Fresh keys for a new phone. */
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

/** A companion device publishes its keys, or renews the signed one. */
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

/** Answers a request for the keys of phones and companion devices; unknown ones are left out. */
export function answerKeyRequest(net: Network, request: BinaryNode | undefined): BinaryNode[] {
  const users = childrenOf(request, 'user').flatMap(({ attrs: { jid } }) => {
    const addressee = findAddressee(net.store, jid);
    const bundle = addressee && takeBundle(net, addressee.phone, addressee.device_id);
    return bundle ? [bundleNode(bundle, { jid, t: protocolTime(net.now()) })] : [];
  });
  return [element('list', {}, users)];
}

/** The keys to start a session with a phone (device 0) or one of its companions; undefined for a device that is gone. */
function takeBundle(net: Network, phone: PhoneRow, deviceId: number): KeyBundle | undefined {
  if (deviceId === 0) return takePhoneBundle(net, phone);
  const companion = net.store.findCompanion({ number: phone.number, device_id: deviceId });
  return companion && takeCompanionBundle(net, companion);
}

/** Uses up one of the companion's one-time keys and, when few are left, asks it for more. */
export function takeCompanionBundle(net: Network, companion: CompanionRow): KeyBundle {
  const preKey = net.store.db.write(() => net.store.takeCompanionPreKey(companion));
  const left = net.store.countCompanionPreKeys(companion);
  if (left < FEW_PRE_KEYS) askForPreKeys(net, companion, left);
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

/** The keys a client sends along when it asks for a retry; undefined when it sent none. */
export function readBundle(receipt: BinaryNode): KeyBundle | undefined {
  const keys = childOf(receipt, 'keys');
  const signed = childOf(keys, 'skey');
  if (!signed) return undefined;
  const preKey = childOf(keys, 'key');
  return {
    registrationId: numberOf(bytesOf(childOf(receipt, 'registration'))),
    identity: bytesOf(childOf(keys, 'identity')),
    signedKey: readSignedKey(signed),
    preKey: preKey
      ? { id: numberOf(bytesOf(childOf(preKey, 'id'))), public: bytesOf(childOf(preKey, 'value')) }
      : null,
  };
}

function takePhoneBundle(net: Network, phone: PhoneRow): KeyBundle {
  const pair = Curve.generateKeyPair();
  const id = net.store.db.write(() => net.store.addPhonePreKey(phone.number, pair));
  return {
    registrationId: phone.registration_id,
    identity: phone.identity_public,
    signedKey: { id: SIGNED_KEY_ID, public: phone.signed_key_public, signature: phone.signed_key_signature },
    preKey: { id, public: pair.public },
  };
}

function askForPreKeys(net: Network, ref: CompanionRef, left: number): void {
  const t = protocolTime(net.now());
  const attrs = { type: 'encrypt', from: FROM_SERVER, id: `pre-keys-${ref.device_id}-${left}-${t}`, t };
  net.lines.find(ref)?.send(element('notification', attrs, [element('count', { value: String(left) })]));
}

function bundleNode(bundle: KeyBundle, attrs: { jid: string | undefined; t: string }): BinaryNode {
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

function readSignedKey(node: BinaryNode): KeyBundle['signedKey'] {
  return {
    id: numberOf(bytesOf(childOf(node, 'id'))),
    public: bytesOf(childOf(node, 'value')),
    signature: bytesOf(childOf(node, 'signature')),
  };
}
