import { createDecipheriv, hkdfSync } from 'node:crypto';
import { proto } from 'baileys';
import { type Clock, MINUTE } from '../../../../platform/lib/clock.ts';
import { encodeKey } from '../keys/codec.ts';
import { EDIT_SECRETS } from '../keys/kept-types.ts';
import { putWrite, type Ratchets } from '../keys/ratchets.ts';
import type { KeyVault } from '../keys/vault.ts';
import { unwrap } from './unwrap.ts';

const { MESSAGE_EDIT } = proto.Message.SecretEncryptedMessage.SecretEncType;
const EDIT = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT;

/** Phones edit a message for 15 minutes. */
const KEPT_MS = 30 * MINUTE;
/** Per device; the oldest go first. */
const MAX_KEPT = 5_000;
/** Writes of one commit. */
const MAX_WRITES = 100;
const TAG_BYTES = 16;

/** `secret` in base64, `until` in ms. */
interface Kept {
  secret: string;
  until: number;
}

/** Phones encrypt an edit with the secret of its message. */
export class EditSecrets {
  readonly #parts: { vault: KeyVault; ratchets: Ratchets; clock: Clock };
  /** By message id, the first end first. */
  readonly #kept = new Map<string, number>();

  constructor(parts: { vault: KeyVault; ratchets: Ratchets; clock: Clock }) {
    this.#parts = parts;
  }

  /** What an earlier connection kept. */
  async load(): Promise<void> {
    // Written by `keep` alone.
    const stored = [...(await this.#parts.vault.list(EDIT_SECRETS))] as [string, Kept][];
    for (const [id, { until }] of stored.sort(([, one], [, other]) => one.until - other.until))
      this.#kept.set(id, until);
  }

  /** In the commit of the current work. */
  keep(id: string, message: proto.IMessage): void {
    const work = this.#parts.ratchets.ownWork;
    const secret = message.messageContextInfo?.messageSecret;
    if (!work || secret?.length !== 32) return;
    const now = this.#parts.clock.now().getTime();
    for (const [old, end] of this.#kept) {
      if (work.writes.size > MAX_WRITES || (end > now && this.#kept.size < MAX_KEPT)) break;
      this.#kept.delete(old);
      putWrite(work, { type: EDIT_SECRETS, id: old, value: null });
    }
    const kept: Kept = { secret: Buffer.from(secret).toString('base64'), until: now + KEPT_MS };
    this.#kept.set(id, kept.until);
    putWrite(work, { type: EDIT_SECRETS, id, value: encodeKey(EDIT_SECRETS, kept) });
  }

  /**
   * Decrypts an edit; other messages stay. `addresses`: of the author, by LID and number. Null:
   * unknown earlier message.
   */
  async open(message: proto.IMessage, addresses: () => Promise<string[]>): Promise<proto.IMessage | null> {
    const sealed = unwrap(message)?.secretEncryptedMessage;
    if (sealed?.secretEncType !== MESSAGE_EDIT) return message;
    const { id } = sealed.targetMessageKey ?? {};
    if (!id) return null;
    // Written by `keep` alone.
    const kept = (await this.#parts.vault.get(EDIT_SECRETS, [id])).get(id) as Kept | undefined;
    if (!kept) return null;
    const known = await addresses();
    const pairs = known.flatMap((author) => known.map((editor) => `${author}${editor}`));
    const edited = pairs.reduce<proto.IMessage | null>(
      (found, pair) => found ?? decrypt(sealed, { secret: kept.secret, info: `${id}${pair}Message Edit` }),
      null,
    );
    return edited && asEdit(edited, sealed.targetMessageKey);
  }
}

function decrypt(
  { encPayload, encIv }: proto.Message.ISecretEncryptedMessage,
  { secret, info }: { secret: string; info: string },
): proto.IMessage | null {
  try {
    const bytes = Buffer.from(encPayload ?? []);
    const key = hkdfSync('sha256', Buffer.from(secret, 'base64'), Buffer.alloc(32), info, 32);
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(encIv ?? []));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const plain = [decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()];
    return proto.Message.decode(Buffer.concat(plain));
  } catch {
    // By another address of the author, or broken.
    return null;
  }
}

/** Some clients encrypt only the new content. */
function asEdit(message: proto.IMessage, key: proto.IMessageKey | null | undefined): proto.IMessage {
  const editedMessage = unwrap(message)?.protocolMessage?.editedMessage ?? message;
  return { protocolMessage: { type: EDIT, key: key ?? null, editedMessage } };
}
