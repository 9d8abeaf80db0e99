import { type ReadStream, readStream } from '../harness/live-stream.ts';
import { type Answer, callApi } from '../harness/shop.ts';
import { insertUser, PASSWORD } from '../harness/staff.ts';
import type { OwnershipScene } from './ownership-scene.ts';

/** A user who has logged in at one gateway, and reads its stream. */
export interface Desk {
  id: string;
  name: string;
  stream: ReadStream;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
}

export async function openDesk(
  { ctx, accountId }: OwnershipScene,
  { url, name }: { url: string; name: string },
): Promise<Desk> {
  const user = await insertUser(ctx, { account: { id: accountId }, role: 'owner', name });
  const session = await callApi(url, 'POST', '/app/api/session', { email: user.email, password: PASSWORD });
  const [cookie = ''] = [session.headers['set-cookie']].flat();
  const headers = { cookie: cookie.replace(/;.*/, ''), 'x-csrf-token': session.body.csrf_token };
  let keys = 0;
  return {
    id: user.user_uuid,
    name,
    stream: await readStream(url, headers, '/app/api/stream'),
    call(method, path, body) {
      keys += 1;
      return callApi(url, method, path, body, { ...headers, 'idempotency-key': `${name}-${keys}` });
    },
  };
}
