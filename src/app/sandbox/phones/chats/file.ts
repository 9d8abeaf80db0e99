import type { FastifyReply } from 'fastify';
import { HEAD_BYTES, mimetypeOf } from '../../../../platform/lib/media/formats.ts';

/** No page of the gateway may run a file of the sandbox. */
const HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-site',
};

/** The bytes decide about the type: only pictures, audio and video are shown in a browser. */
export function sendFile(reply: FastifyReply, bytes: Buffer): FastifyReply {
  const head = bytes.subarray(0, HEAD_BYTES);
  const shown =
    mimetypeOf('image', head, null) ?? mimetypeOf('video', head, null) ?? mimetypeOf('audio', head, null);
  void reply.headers({ ...HEADERS, 'content-disposition': shown ? 'inline' : 'attachment' });
  return reply.type(shown ?? 'application/octet-stream').send(bytes);
}
