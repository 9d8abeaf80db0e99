import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { hkdf, normalizeMessageContent, type proto, toNumber } from 'baileys';
import { SandboxError } from '../errors.ts';
import type { MediaStore } from '../media.ts';

export const ATTACHMENT_TYPES = ['image', 'video', 'audio', 'document'] as const;
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

export interface Attachment {
  type: AttachmentType;
  bytes: Buffer;
  mimetype: string;
  caption: string | null;
  fileName: string | null;
}

const PURPOSES: Record<AttachmentType, string> = {
  image: 'WhatsApp Image Keys',
  video: 'WhatsApp Video Keys',
  audio: 'WhatsApp Audio Keys',
  document: 'WhatsApp Document Keys',
};
const MAC_BYTES = 10;

/** Encrypts and uploads a file, and returns the message that points to it. */
export async function uploadAttachment(media: MediaStore, attachment: Attachment): Promise<proto.IMessage> {
  const { type, bytes, mimetype, caption, fileName } = attachment;
  const mediaKey = randomBytes(32);
  const { iv, cipherKey, macKey } = deriveKeys(mediaKey, type);
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const sealed = Buffer.concat([body, macOf(macKey, iv, body)]);
  const fileEncSha256 = sha256(sealed);
  const url = await media.save(`/mms/${type}/${fileEncSha256.toString('base64url')}`, sealed);
  const file = {
    url,
    mediaKey,
    fileSha256: sha256(bytes),
    fileEncSha256,
    fileLength: bytes.length,
    mimetype,
  };
  switch (type) {
    case 'image':
      return { imageMessage: { ...file, caption } };
    case 'video':
      return { videoMessage: { ...file, caption } };
    case 'audio':
      return { audioMessage: { ...file, ptt: false } };
    case 'document':
      return { documentMessage: { ...file, caption, fileName: fileName ?? 'document' } };
    default:
      return type satisfies never;
  }
}

export function isAttachment(type: string | null): type is AttachmentType {
  return ATTACHMENT_TYPES.some((each) => each === type);
}

/** The file of a message, or null. */
export function describeAttachment(message: proto.IMessage) {
  const { file } = findFile(message) ?? {};
  if (!file) return null;
  return {
    mimetype: file.mimetype ?? null,
    file_name: 'fileName' in file ? (file.fileName ?? null) : null,
    size: toNumber(file.fileLength),
    sha256: Buffer.from(file.fileSha256 ?? []).toString('hex'),
    ...('ptt' in file && file.ptt && { voice: true }),
    ...('viewOnce' in file && file.viewOnce && { view_once: true }),
  };
}

function findFile(message: proto.IMessage) {
  const content = normalizeMessageContent(message);
  // A sticker is encrypted as an image.
  if (content?.stickerMessage) return { type: 'image' as const, file: content.stickerMessage };
  const type = ATTACHMENT_TYPES.find((each) => content?.[`${each}Message`]);
  const file = type && content?.[`${type}Message`];
  return type && file ? { type, file } : null;
}

/** Downloads and decrypts the file of a message, or null. Throws unreadable_media. */
export async function openAttachment(media: MediaStore, message: proto.IMessage): Promise<Buffer | null> {
  const found = findFile(message);
  if (!found?.file.mediaKey) return null;
  const { type, file } = found;
  const path = file.directPath ?? URL.parse(file.url ?? '')?.pathname ?? '';
  const sealed = await media.find(path);
  if (!sealed) return null;

  const { iv, cipherKey, macKey } = deriveKeys(Buffer.from(found.file.mediaKey), type);
  const body = sealed.subarray(0, -MAC_BYTES);
  if (!macOf(macKey, iv, body).equals(sealed.subarray(-MAC_BYTES)))
    throw new SandboxError('unreadable_media');
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
  const bytes = Buffer.concat([decipher.update(body), decipher.final()]);
  if (!sha256(bytes).equals(Buffer.from(file.fileSha256 ?? []))) throw new SandboxError('unreadable_media');
  return bytes;
}

function deriveKeys(
  mediaKey: Buffer,
  type: AttachmentType,
): { iv: Buffer; cipherKey: Buffer; macKey: Buffer } {
  const keys = Buffer.from(hkdf(mediaKey, 112, { info: PURPOSES[type] }));
  return { iv: keys.subarray(0, 16), cipherKey: keys.subarray(16, 48), macKey: keys.subarray(48, 80) };
}

const macOf = (key: Buffer, iv: Buffer, body: Buffer) =>
  createHmac('sha256', key).update(iv).update(body).digest().subarray(0, MAC_BYTES);

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
