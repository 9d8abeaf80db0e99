import {
  type AuthenticationCreds,
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  type SignalKeyStoreWithTransaction,
  type SocketConfig,
} from 'baileys';
import { isOwn } from '../addresses.ts';
import { smallCache } from '../bounded-cache.ts';
import type { ArrivalOrder } from '../inbound/arrival-order.ts';
import { type IntakeParts, receive } from '../inbound/receive.ts';
import { ConnectionGone } from '../keys/vault.ts';

/** LID mappings that a session keeps in memory, both directions; all of them are in the store. */
const MAPPINGS_IN_MEMORY = 2000;

/** What libsignal says about a first-contact message whose key is gone: it was decrypted before. */
const ALREADY_DECRYPTED = 'Key used already or never filled';

interface Parts extends IntakeParts {
  creds: AuthenticationCreds;
  keys: SignalKeyStoreWithTransaction;
  order: ArrivalOrder;
  /** The stanza that carried this ciphertext: the very same object. */
  stanzaOf(ciphertext: Uint8Array): BinaryNode | undefined;
  /** Tells the sender that an earlier delivery of this stanza arrived. */
  confirm(stanza: BinaryNode): Promise<void>;
}

/**
 * The client's Signal code over our keys, with two promises: a decrypted message is committed together with its ratchet
 * step before the client acknowledges it, and an abandoned send does not begin to encrypt.
 */
export function makeRepository(parts: Parts): SocketConfig['makeSignalRepository'] {
  const { creds, keys, ratchets } = parts;
  return (auth, logger, pnToLid) => {
    // The object the whole client shares: from here on every part of it uses our transactions.
    Object.assign(auth.keys, keys);
    const inner = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, pnToLid);
    // Private in the types, and unbounded.
    Object.assign(inner.lidMapping, { mappingCache: smallCache(MAPPINGS_IN_MEMORY) });
    return {
      ...inner,
      decryptMessage(options) {
        const stanza = parts.stanzaOf(options.ciphertext);
        if (stanza) parts.order.begun(stanza);
        const decrypt = async () => {
          const plaintext = await inner.decryptMessage(options).catch(async (error: unknown) => {
            const known = error instanceof Error && error.message === ALREADY_DECRYPTED;
            if (known && stanza) await parts.confirm(stanza);
            throw error;
          });
          if (stanza) await receive(parts, stanza, plaintext);
          return plaintext;
        };
        return ratchets.run(decrypt);
      },
      async encryptMessage(options) {
        const attempt = ratchets.own?.attempt;
        if (attempt?.abandoned) throw new ConnectionGone('nobody waits for this message any more');
        if (attempt) {
          attempt.encrypting = true;
          attempt.reached ||= !isOwn(options.jid, creds);
        }
        return inner.encryptMessage(options);
      },
    };
  };
}
