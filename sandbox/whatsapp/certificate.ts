import { Curve, proto } from 'baileys';
import { DAY } from '../../src/platform/lib/clock.ts';
import type { Store } from '../store.ts';
import type { KeyPair } from '../store-rows.ts';

export interface ServerIdentity {
  trustRoot: Uint8Array;
  staticKey: KeyPair;
  chain: Uint8Array;
}

const VALID_MS = 3650 * DAY;

export function loadServerIdentity(store: Store, now: Date): ServerIdentity {
  const trustRoot = store.findSetting('trust_root');
  const staticPrivate = store.findSetting('static_private');
  const staticPublic = store.findSetting('static_public');
  const chain = store.findSetting('certificate_chain');
  if (trustRoot && staticPrivate && staticPublic && chain) {
    return { trustRoot, staticKey: { private: staticPrivate, public: staticPublic }, chain };
  }

  const root = Curve.generateKeyPair();
  const staticKey = Curve.generateKeyPair();
  const made = { trustRoot: root.public, staticKey, chain: signChain(root, staticKey.public, now) };
  store.db.write(() => {
    store.saveSetting('trust_root', made.trustRoot);
    store.saveSetting('static_private', staticKey.private);
    store.saveSetting('static_public', staticKey.public);
    store.saveSetting('certificate_chain', made.chain);
  });
  return made;
}

/** Loads or creates the identity. Clients must trust a restarted server. */
function signChain(root: KeyPair, staticKey: Uint8Array, now: Date): Uint8Array {
  const { Details } = proto.CertChain.NoiseCertificate;
  const notBefore = Math.floor((now.getTime() - DAY) / 1000);
  const notAfter = Math.floor((now.getTime() + VALID_MS) / 1000);
  const intermediate = Curve.generateKeyPair();
  const intermediateDetails = Details.encode({
    serial: 1,
    issuerSerial: 0,
    key: intermediate.public,
    notBefore,
    notAfter,
  }).finish();
  const leafDetails = Details.encode({
    serial: 2,
    issuerSerial: 1,
    key: staticKey,
    notBefore,
    notAfter,
  }).finish();
  return proto.CertChain.encode({
    intermediate: {
      details: intermediateDetails,
      signature: Curve.sign(root.private, intermediateDetails),
    },
    leaf: { details: leafDetails, signature: Curve.sign(intermediate.private, leafDetails) },
  }).finish();
}
