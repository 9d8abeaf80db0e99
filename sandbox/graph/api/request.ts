import type { FastifyRequest } from 'fastify';
import type { Cloud } from '../cloud.ts';
import type { Call } from '../faults.ts';
import { isJson, type Json } from '../json.ts';
import { MEDIA_PATH } from '../media/signed-urls.ts';
import { GraphError } from './graph-error.ts';

const MAX_JSON_BYTES = 1024 * 1024;
/** Of the id of a session. */
export const UPLOAD_PREFIX = 'upload:';

export interface GraphAnswer {
  /** Default: 200. */
  status?: number;
  body: Json | Buffer;
  contentType?: string;
  messageId?: string;
}

export interface GraphRequest {
  method: string;
  call: Call;
  id: string;
  edge: string | null;
  query: URLSearchParams;
  accessToken: string | null;
  contentType: string;
  /** Of an upload. */
  fileOffset: string | null;
  raw: Buffer;
  body: Json | null;
}

/** Parses a request. The version in the path is optional. */
export function parseRequest(cloud: Cloud, request: FastifyRequest): GraphRequest {
  const [path = '', search = ''] = request.url.split('?', 2);
  const query = new URLSearchParams(search);
  const rest = path.replace(/^\/graph\/?/, '').replace(/^v\d+\.\d+(\/|$)/, '');
  const isFile = rest.replace(/\/$/, '') === MEDIA_PATH;
  const [id = '', edge = null] = isFile ? [MEDIA_PATH] : rest.split('/').filter(Boolean);
  const contentType = request.headers['content-type'] ?? '';
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const body = readBody(raw, contentType);
  const { method } = request;
  const call = isFile ? 'media_download' : callOf(cloud, method, id, edge, body);
  const given = request.headers.file_offset;
  const fileOffset = typeof given === 'string' ? given : null;
  const accessToken = tokenOf(request, query);
  return { method, call, id, edge, query, accessToken, contentType, fileOffset, raw, body };
}

function callOf(cloud: Cloud, method: string, id: string, edge: string | null, body: Json | null): Call {
  if (edge === 'messages') return body?.status === undefined ? 'messages' : 'mark_read';
  if (edge === 'media') return 'media_upload';
  if (edge === 'message_templates') return edge;
  if (edge === 'uploads') return 'upload_session';
  if (id.startsWith(UPLOAD_PREFIX)) return 'upload_bytes';
  if (edge !== null) return 'management';
  if (id === 'debug_token') return 'debug_token';
  if (cloud.numbers.has(id)) return method === 'GET' ? 'phone_number' : 'management';
  return cloud.media.isId(id) ? 'media' : 'management';
}

function tokenOf(request: FastifyRequest, query: URLSearchParams): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ', 2);
  if (token && /^(bearer|oauth)$/i.test(scheme ?? '')) return token;
  return query.get('access_token');
}

function readBody(raw: Buffer, contentType: string): Json | null {
  if (raw.length === 0 || contentType.startsWith('multipart/')) return {};
  if (raw.length > MAX_JSON_BYTES) return null;
  const text = raw.toString('utf8');
  if (contentType.startsWith('application/x-www-form-urlencoded')) return readForm(text);
  const value = parse(text);
  return isJson(value) ? value : null;
}

/** Form values can contain JSON. */
function readForm(text: string): Json {
  const pairs = [...new URLSearchParams(text)];
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, /^[[{]/.test(value) ? (parse(value) ?? value) : value]),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The JSON body. Throws GraphError 100. */
export function jsonBody({ body }: GraphRequest): Json {
  if (!body) throw new GraphError(100, { details: 'The request body is not a JSON object' });
  return body;
}

/** The multipart body. Throws GraphError 100. */
export async function formBody({ raw, contentType }: GraphRequest): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(raw), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new GraphError(100, { message: '(#100) The request must be a multipart form with a file.' });
  }
}
