import { type FileKind, mimetypeOf, UNKNOWN_TYPE } from '../../../platform/lib/media/formats.ts';

/** No browser runs these documents. */
const HARMLESS: readonly RegExp[] = [
  /^text\/(plain|csv)$/,
  /^application\/(pdf|msword|rtf|zip|gzip|json|vnd\.ms-(excel|powerpoint))$/,
  /^application\/vnd\.(openxmlformats-officedocument\.[a-z.]+|oasis\.opendocument\.[a-z]+)$/,
];

/** By its bytes; the announced type only names harmless documents. A mismatch becomes bytes of no known type. */
export function receivedType(kind: FileKind, head: Buffer, announced: string | null): string {
  if (kind !== 'document')
    return mimetypeOf(kind === 'sticker' ? 'image' : kind, head, announced) ?? UNKNOWN_TYPE;
  const seen =
    mimetypeOf('image', head, null) ?? mimetypeOf('video', head, null) ?? mimetypeOf('audio', head, null);
  const document = seen ?? mimetypeOf('document', head, announced) ?? UNKNOWN_TYPE;
  return seen || HARMLESS.some((each) => each.test(document)) ? document : UNKNOWN_TYPE;
}
