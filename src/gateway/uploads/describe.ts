import { ApiError } from '../../platform/lib/errors.ts';
import { DOCUMENT_HEAD_BYTES, documentType, seenType } from '../../platform/lib/media/document-type.ts';
import { safeFileName } from '../../platform/lib/media/file-name.ts';
import { type MediaType, mimetypeOf, namedType } from '../../platform/lib/media/formats.ts';
import { headOf } from '../../platform/lib/media/head.ts';
import { tooLarge, typeRefusal } from '../../platform/lib/media/refusal.ts';

export interface Arrived {
  path: string;
  size: number;
  /** As given, also empty. */
  name: string;
  contentType: string | null;
}

interface About {
  type: MediaType;
  mimetype: string;
  fileName: string;
}

/** Sound before video: both may be MP4, and the name tells. */
const BY_BYTES = ['image', 'audio', 'video'] as const;

/** By the bytes. `wanted`: how it will be sent. ApiError payload_too_large, unsupported_media_type. */
export async function describe(
  { path, size, name, contentType }: Arrived,
  wanted: MediaType | undefined,
  maxBytes: Readonly<Record<MediaType, number>>,
): Promise<About> {
  const head = await headOf(path, DOCUMENT_HEAD_BYTES);
  const announced = namedType(contentType, name);
  const seen = await seenType(head);
  const known = BY_BYTES.flatMap((type) => {
    const isOther = type === 'audio' && !announced.startsWith('audio/') && seen?.startsWith('video/');
    const mimetype = isOther ? null : mimetypeOf(type, head, contentType, name);
    return mimetype === null ? [] : [{ type, mimetype }];
  });
  const found = wanted === undefined ? known[0] : known.find(({ type }) => type === wanted);
  if (!found && wanted !== undefined && wanted !== 'document') throw wrongType(wanted, seen);
  if (!found && wanted === undefined && isLie(announced, seen)) throw lie(announced, seen);
  const type = wanted ?? found?.type ?? 'document';
  const mimetype =
    found?.mimetype ?? known[0]?.mimetype ?? documentType(head, { seen, contentType, fileName: name });
  if (size > maxBytes[type])
    throw new ApiError('payload_too_large', `${tooLarge(type, maxBytes[type]).message}${asDocument(type)}`);
  return { type, mimetype, fileName: safeFileName(name, type, mimetype) };
}

const asDocument = (type: MediaType) =>
  type === 'document' ? '' : ' Upload it with `type=document` for that.';

const wrongType = (wanted: MediaType, seen: string | undefined) =>
  new ApiError('unsupported_media_type', typeRefusal(wanted, seen, true).message);

/** A file that is announced as picture, sound or video, and is none. A drawing in SVG is a text. */
function isLie(announced: string, seen: string | undefined): boolean {
  const claim = kindOf(announced);
  return claim !== null && announced !== 'image/svg+xml' && claim !== kindOf(seen ?? '');
}

/** Containers of sound and video are the same. */
function kindOf(mimetype: string): 'picture' | 'sound or video' | null {
  if (mimetype.startsWith('image/')) return 'picture';
  return /^(audio|video)\/|^application\/ogg$/.test(mimetype) ? 'sound or video' : null;
}

const lie = (announced: string, seen: string | undefined) =>
  new ApiError(
    'unsupported_media_type',
    `The file is announced as ${announced}, but ${seen === undefined ? 'has no such format' : `is of type ${seen}`}. ` +
      'Send the file itself, under its own name and type.',
  );
