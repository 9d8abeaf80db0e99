import { readFile } from 'node:fs/promises';
import { childOf, element } from '../../sandbox/whatsapp/node.ts';
import type { PutFile } from '../../src/gateway/engines/economy/outbound/upload-media.ts';
import type { Line } from './line.ts';

/** To the media server that the network names. Rejects when it does not take the file. */
export function putFile(line: Line, serverUrl: string): PutFile {
  const scheme = serverUrl.startsWith('wss:') ? 'https' : 'http';
  return async (path, { mediaType, fileEncSha256B64, timeoutMs }) => {
    const answer = await line.query({ type: 'set', xmlns: 'w:m' }, [element('media_conn')]);
    const media = childOf(answer ?? undefined, 'media_conn');
    const { hostname } = childOf(media, 'host')?.attrs ?? {};
    const hash = fileEncSha256B64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    // A sticker is stored as an image.
    const folder = mediaType === 'sticker' ? 'image' : mediaType;
    const query = new URLSearchParams({ auth: media?.attrs.auth ?? '', token: hash });
    const response = await fetch(`${scheme}://${hostname}/mms/${folder}/${hash}?${query}`, {
      method: 'POST',
      body: await readFile(path),
      signal: AbortSignal.any([line.endSignal, AbortSignal.timeout(timeoutMs)]),
    });
    if (!response.ok) throw new Error(`the media server answered ${response.status}`);
    const { url, direct_path } = (await response.json()) as { url: string; direct_path: string }; // as the network
    return { mediaUrl: url, directPath: direct_path };
  };
}
