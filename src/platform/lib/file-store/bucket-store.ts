import { createReadStream } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { type Answer, type Bucket, expectStatus, openBucketClient } from './bucket-client.ts';
import { type FileStore, placeOf } from './file-store.ts';

/** S3-compatible. */
export function openBucketStore(bucket: Bucket, lookup: LookupFunction): FileStore {
  const client = openBucketClient(bucket, lookup);
  const call: typeof client.call = async (name, request) => client.call(placeOf(name), request);

  return {
    async put(name, { path, size, sha256 }, signal) {
      const body = createReadStream(path);
      const answer = await call(name, { method: 'PUT', body, size, sha256: sha256.toString('hex'), signal });
      await expectStatus(answer, [200, 204]);
    },

    async open(name, range, size) {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await call(name, { method: 'GET', headers });
      const isFound = answer.statusCode === (range ? 206 : 200);
      const known = isFound ? sizeIn(answer) : undefined;
      const isAnother = size !== undefined && known !== undefined && size !== known;
      if (isAnother || [404, 416].includes(answer.statusCode)) {
        await answer.body.dump();
        return null;
      }
      return isFound ? answer.body : expectStatus(answer, []);
    },

    async remove(name) {
      await expectStatus(await call(name, { method: 'DELETE' }), [200, 204, 404]);
    },

    close: client.close,
  };
}

function sizeIn({ headers }: Answer): number | undefined {
  const { 'content-range': range, 'content-length': length } = headers;
  const text = range === undefined ? length : /\/(\d+)$/.exec(String(range))?.[1];
  return text === undefined ? undefined : Number(text);
}
