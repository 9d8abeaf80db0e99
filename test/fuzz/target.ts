import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { startSandbox } from '../../sandbox/server.ts';
import { assembleHttp } from '../../src/app/http/http-server.ts';
import type { Context } from '../../src/context.ts';
import type { Http } from '../../src/platform/lib/http/server.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { type ApiDocument, readDocument } from './document.ts';

const CONTROL_TOKEN = 'control-token-of-the-fuzzer';
/** The token of the official numbers. No log line can contain it. */
const ACCESS_TOKEN = 'EAAfuzzfuzzfuzzfuzz';
const NUMBERS = 40;
const FIRST_NUMBER_ID = 106_540_352_242_000;

export interface Target {
  port: number;
  document: ApiDocument;
  close(): Promise<void>;
}

/** The whole API in this process, with a sandbox. `more` adds routes of a test. */
export async function openTarget(ctx: Context, more: (http: Http) => void = () => {}): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kurir-fuzz-sandbox-'));
  const sandbox = await startSandbox({ dataDir, port: 0, log: silentLog, controlToken: CONTROL_TOKEN });
  const http = assembleHttp(ctx, { url: sandbox.url, token: CONTROL_TOKEN });
  more(http);
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo; // A TCP listener has no other kind of address.
  const openApi = await request(`http://127.0.0.1:${port}/openapi.json`);
  const document = readDocument(
    // readDocument checks every part.
    (await openApi.body.json()) as Parameters<typeof readDocument>[0],
    {
      ...(await officialNumbers(sandbox.url)),
      ownership_version: [1, 2, 3],
      draft_version: [1, 2],
      version: [1],
    },
  );
  return {
    port,
    document,
    async close() {
      await http.close();
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Official numbers, as the fields of their credentials. */
async function officialNumbers(sandboxUrl: string): Promise<Record<string, string[]>> {
  const ids = Array.from({ length: NUMBERS }, (_, n) => String(FIRST_NUMBER_ID + n));
  for (const [n, phone_number_id] of ids.entries()) {
    const number = {
      phone_number_id,
      access_token: ACCESS_TOKEN,
      display_phone_number: `+62 811-0000-${1000 + n}`,
      verified_name: `Toko ${n}`,
    };
    const answer = await request(`${sandboxUrl}/sandbox/cloud/numbers`, {
      method: 'POST',
      headers: { 'x-sandbox-control': CONTROL_TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify(number),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`The sandbox does not take a number: ${text}`);
  }
  return { official_phone_number_id: ids, official_access_token: [ACCESS_TOKEN] };
}
