import {
  type AuthenticationCreds,
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  type SignalKeyStoreWithTransaction,
  type SocketConfig,
} from 'baileys';
import { smallCache } from '../../../../platform/lib/small-cache.ts';
import { isOwn } from '../addresses.ts';
import type { ArrivalOrder } from '../inbound/arrival-order.ts';
import { receive } from '../inbound/receive.ts';
import type { ReceiveParts } from '../inbound/received.ts';
import { ConnectionGone } from '../keys/vault.ts';
import type { StanzaIndex } from './stanza-index.ts';

/** In both directions. */
const MAPPINGS_IN_MEMORY = 2000;

/** The errors for a repeated first message, and for a repeated one in a group. */
const ALREADY_DECRYPTED = /^(Key used already or never filled$|Received message with old counter: )/;

interface Parts extends ReceiveParts {
  creds: AuthenticationCreds;
  keys: SignalKeyStoreWithTransaction;
  order: ArrivalOrder;
  stanzas: StanzaIndex;
  /** Acknowledges an earlier delivery. */
  confirm(stanza: BinaryNode): Promise<void>;
}

/** Commits message and ratchet step before the acknowledgement. */
export function makeRepository(parts: Parts): SocketConfig['makeSignalRepository'] {
  return (auth, logger, pnToLid) => {
    // All parts of the client share this object.
    Object.assign(auth.keys, parts.keys);
    const inner = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, pnToLid);
    // Private in the types, and without a limit.
    Object.assign(inner.lidMapping, { mappingCache: smallCache(MAPPINGS_IN_MEMORY) });
    return {
      ...inner,
      decryptMessage: (options) => decrypt(parts, options.ciphertext, () => inner.decryptMessage(options)),
      decryptGroupMessage: (options) => decrypt(parts, options.msg, () => inner.decryptGroupMessage(options)),
      encryptMessage: (options) => encrypt(parts, options.jid, () => inner.encryptMessage(options)),
      encryptGroupMessage: (options) => encrypt(parts, null, () => inner.encryptGroupMessage(options)),
    };
  };
}

function decrypt(parts: Parts, ciphertext: Uint8Array, open: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const stanza = parts.stanzas.find(ciphertext);
  if (stanza) parts.order.begun(stanza);
  const decrypting = parts.ratchets.runFirst(async () => {
    const plaintext = await open();
    if (stanza) await receive(parts, stanza, plaintext);
    return plaintext;
  });
  return decrypting.catch(async (error: unknown) => {
    if (stanza && error instanceof Error && !(error instanceof ConnectionGone)) {
      if (ALREADY_DECRYPTED.test(error.message)) await parts.confirm(stanza);
      else await parts.unreadable.await(stanza);
    }
    throw error;
  });
}

/** `jid`: a device; null: a whole group. */
async function encrypt<Encrypted>(
  { ratchets, creds }: Parts,
  jid: string | null,
  seal: () => Promise<Encrypted>,
): Promise<Encrypted> {
  const attempt = ratchets.ownWork?.attempt;
  if (attempt?.isAbandoned) throw new ConnectionGone('the send was abandoned');
  if (attempt) {
    attempt.isEncrypting = true;
    attempt.hasRecipient ||= jid !== null && !isOwn(jid, creds);
  }
  return seal();
}
