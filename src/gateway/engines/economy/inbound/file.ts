import { type proto, toNumber } from 'baileys';
import type { FileKind } from '../../../../platform/lib/media/formats.ts';
import type { InboundFile } from '../../inbound-file.ts';
import { encodeSource } from './file-source.ts';

type Content = proto.IMessage;
type Part = Pick<
  proto.Message.IDocumentMessage,
  'url' | 'directPath' | 'mediaKey' | 'fileSha256' | 'fileEncSha256' | 'fileLength' | 'mimetype' | 'fileName'
>;

/** Empty: none that can be fetched. */
export function fileIn(content: Content): { file?: InboundFile } {
  const [kind, part] = partOf(content) ?? [];
  if (!kind || !part) return {};
  const source = encodeSource({
    path: part.directPath || pathOf(part.url),
    mediaKey: part.mediaKey,
    fileSha256: part.fileSha256,
    fileEncSha256: part.fileEncSha256,
  });
  if (source === null) return {};
  const { mimetype = null, fileName = null, fileLength } = part;
  const size = fileLength == null ? null : toNumber(fileLength);
  return { file: { kind, mimetype, fileName, size, source } };
}

/** View-once files are not kept. */
function partOf(content: Content): [FileKind, Part] | null {
  const { imageMessage, stickerMessage, documentMessage, audioMessage } = content;
  const video = content.videoMessage ?? content.ptvMessage;
  if (imageMessage) return imageMessage.viewOnce ? null : ['image', imageMessage];
  if (stickerMessage) return ['sticker', stickerMessage];
  if (video) return video.viewOnce ? null : ['video', video];
  if (audioMessage) return audioMessage.viewOnce ? null : ['audio', audioMessage];
  return documentMessage ? ['document', documentMessage] : null;
}

/** Ignores the host, which the sender wrote. */
function pathOf(url: string | null | undefined): string | null {
  const parsed = URL.parse(url ?? '');
  return parsed && parsed.pathname + parsed.search;
}
