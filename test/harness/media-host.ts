import { HEADS } from './media.ts';
import { startReceiver } from './receiver.ts';

/** A web server with one file; null: it answers 404. */
export async function mediaHost(format: keyof typeof HEADS, bytes: Buffer | null) {
  const { url, requests } = await startReceiver((_, response) => {
    if (bytes) response.writeHead(200, { 'content-type': HEADS[format].mimetype }).end(bytes);
    else response.writeHead(404).end('no such file');
  });
  return { mediaUrl: url, requests };
}
