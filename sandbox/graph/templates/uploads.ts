import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY, SECOND } from '../../../src/platform/lib/clock.ts';
import { GraphError, missingObject } from '../api/graph-error.ts';
import { type GraphAnswer, type GraphRequest, UPLOAD_PREFIX } from '../api/request.ts';
import type { Cloud } from '../cloud.ts';
import type { Json } from '../json.ts';

/** Of the Resumable Upload API. */
const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4'];
const SESSION_LIFETIME_MS = DAY;
/** The documents of the provider name no limit for handles. */
const HANDLE_LIFETIME_MS = 30 * DAY;

/** `POST /{app}/uploads`: the session holds what was announced, so that nothing is stored. Throws GraphError. */
export function startUpload(cloud: Cloud, { id, method, query }: GraphRequest): Json {
  if (method !== 'POST' || id !== cloud.app.app_id) throw missingObject(id, method);
  const [length, type] = [Number(query.get('file_length')), query.get('file_type') ?? ''];
  if (!FILE_TYPES.includes(type))
    throw new GraphError(100, {
      message: `(#100) Param file_type must be one of {${FILE_TYPES.join(', ')}} - got "${type}".`,
    });
  if (!Number.isInteger(length) || length < 1)
    throw new GraphError(100, { message: '(#100) Param file_length must be a positive integer' });
  const expires = cloud.clock.now() + SESSION_LIFETIME_MS;
  const session = Buffer.from(`${length} ${expires} ${type}`).toString('base64url');
  return { id: `${UPLOAD_PREFIX}${session}?sig=${sign(cloud, session)}` };
}

/** `POST /upload:{session}` takes the whole file and answers its handle; GET shows its offset. Throws GraphError. */
export function receiveUpload(cloud: Cloud, request: GraphRequest): GraphAnswer {
  const { id, method, query, raw } = request;
  const session = id.slice(UPLOAD_PREFIX.length);
  const [length = '', expires = '', type = ''] = Buffer.from(session, 'base64url').toString().split(' ');
  const isKnown = isSigned(cloud, session, query.get('sig') ?? '') && Number(expires) > cloud.clock.now();
  if (!isKnown) throw missingObject(id, method);
  if (method === 'GET') return { body: { id, file_offset: 0 } };
  if (method !== 'POST') throw missingObject(id, method);
  if (request.fileOffset !== '0') return broken('OffsetInvalidError', 'Request starting offset is invalid');
  if (raw.length !== Number(length))
    return broken('PartialRequestError', 'Partial request (did not match length of file)');
  return { body: { h: handleOf(cloud, type) } };
}

/** These errors have no code of the Graph API. */
const broken = (type: string, message: string): GraphAnswer => ({
  status: 400,
  body: { debug_info: { retriable: false, type, message } },
});

function handleOf(cloud: Cloud, type: string): string {
  const expires = Math.floor((cloud.clock.now() + HANDLE_LIFETIME_MS) / SECOND);
  const given = `4::${Buffer.from(type).toString('base64url')}:${expires}`;
  return `${given}:${sign(cloud, given)}`;
}

/** The MIME type of an uploaded file. Null for a handle that the provider does not know, or not any more. */
export function typeOfHandle(cloud: Cloud, handle: string): string | null {
  const end = handle.lastIndexOf(':');
  const [given, signature] = [handle.slice(0, end), handle.slice(end + 1)];
  if (!isSigned(cloud, given, signature)) return null;
  const [, , type = '', expires] = given.split(':');
  return Number(expires) * SECOND > cloud.clock.now() ? Buffer.from(type, 'base64url').toString() : null;
}

const sign = ({ app }: Cloud, text: string) =>
  createHmac('sha256', app.app_secret).update(`upload ${text}`).digest('base64url');

function isSigned(cloud: Cloud, text: string, signature: string): boolean {
  const [expected, given] = [Buffer.from(sign(cloud, text)), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
