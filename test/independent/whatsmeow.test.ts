import { expect, test } from 'vitest';
import { wireForm } from '../../src/gateway/devices/passkey/assertion.ts';
import {
  comparedCode,
  decodePhoneIdentity,
  encodePrologue,
  handoffKey,
  handoffProof,
  sealPairingRequest,
} from '../../src/gateway/engines/economy/connection/passkey/cryptography.ts';
import { bytesIn } from './fields.ts';
import vectors from './whatsmeow-vectors.json' with { type: 'json' };

const bytes = (hex: string) => Buffer.from(hex, 'hex');

test.each(vectors.links)(
  'with the inputs of link %# Kurir sends what whatsmeow sent',
  ({ inputs, outputs }) => {
    const keys = { private: bytes(inputs.ephemeral_private), public: bytes(inputs.ephemeral_public) };
    const identity = { keys, nonce: bytes(inputs.companion_nonce), ref: inputs.ref };
    const phone = decodePhoneIdentity(bytes(inputs.primary_ephemeral_identity));
    if (!phone) throw new Error('The identity of the phone cannot be read.');
    const request = {
      noiseKey: bytes(inputs.noise_public),
      identityKey: bytes(inputs.identity_public),
      advSecret: bytes(inputs.new_secret),
    };

    const key = handoffKey(bytes(inputs.old_secret));
    const prologue = encodePrologue(identity);
    const sealed = sealPairingRequest(
      identity,
      phone,
      request,
      bytesIn(bytes(outputs.encrypted_pairing_request), 2),
    );
    const assertion = wireForm(JSON.parse(outputs.webauthn_assertion));

    expect({
      handoff_key: key.toString('hex'),
      prologue_payload: Buffer.from(prologue).toString('hex'),
      pairing_handoff_proof: handoffProof(key, prologue).toString('hex'),
      code: comparedCode(identity.nonce, phone).replace(/^.{4}/, '$&-'),
      encrypted_pairing_request: Buffer.from(sealed).toString('hex'),
      credential_id: Buffer.from(assertion.credentialId).toString('hex'),
      webauthn_assertion: assertion.json,
    }).toEqual(outputs);
  },
);
