import { z } from 'zod';
import { FILE_KINDS, type FileKind } from '../../../../platform/lib/media/formats.ts';
import { MAX_ID } from '../../../../platform/lib/text.ts';
import type { InboundFile } from '../../inbound-file.ts';
import { lenient } from '../graph/lenient-values.ts';
import { encodeSource } from '../media/file-source.ts';

export const File = z.object({
  caption: lenient(z.string()),
  filename: lenient(z.string()),
  id: lenient(z.string().max(MAX_ID)),
  mime_type: lenient(z.string()),
  sha256: lenient(z.string()),
});
type File = z.infer<typeof File>;

type Files = Readonly<Partial<Record<FileKind, File | null | undefined>> & { type: string }>;

/** Empty without a file. */
export function fileIn(message: Files): { file?: InboundFile } {
  const kind = FILE_KINDS.find((each) => each === message.type);
  const node = kind && message[kind];
  const source = node && encodeSource({ id: node.id, sha256: node.sha256 });
  if (!kind || !source) return {};
  return {
    file: { kind, mimetype: node.mime_type ?? null, fileName: node.filename ?? null, size: null, source },
  };
}
