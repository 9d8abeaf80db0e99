import { randomUUID } from 'node:crypto';
import type { Http } from '../../src/platform/lib/http/server.ts';
import type { TestContext } from './context.ts';
import { insertAccount, insertDevice, insertMessage } from './rows.ts';
import { insertWidget } from './widgets.ts';

let addresses = 0;

type Headers = Record<string, string>;

/** Accounts with a live chat each, for one server. Each visitor calls from its own network. */
export function openWidgetShops(ctx: TestContext, http: Http) {
  return (columns: Parameters<typeof insertWidget>[2] = {}) => openWidgetShop(ctx, http, columns);
}

async function openWidgetShop(ctx: TestContext, http: Http, columns: Parameters<typeof insertWidget>[2]) {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  const widget = await insertWidget(ctx, device, columns);
  const id = widget.widget_uuid;
  const chatDevice = { id: Number(widget.chat_device_id), account_id: account.id };

  async function call(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers: Headers = {},
    address = '',
  ) {
    const answer = await http.inject({
      ...{ method, url: `/w/${id}/${path}`, headers: { ...headers } },
      ...(address !== '' && { remoteAddress: address }),
      ...(body !== undefined && {
        payload: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    });
    const { statusCode: status, payload } = answer;
    return { status, headers: answer.headers, body: payload === '' ? null : JSON.parse(payload) };
  }

  async function visitor(identity?: string) {
    addresses += 1;
    const address = `10.0.${addresses >> 8}.${addresses & 255}`;
    const { body } = await call('POST', 'visitors', { identity }, {}, address);
    return visitorWith(body.token, address);
  }

  function visitorWith(token: string, address = '10.9.9.9') {
    const auth = { authorization: `Bearer ${token}` };
    return {
      ...{ token, auth, address },
      write: (post: object = {}, headers: Headers = {}) =>
        call(
          'POST',
          'messages',
          { id: randomUUID(), text: 'Halo', ...post },
          { ...auth, ...headers },
          address,
        ),
      read: (query = '') => call('GET', `messages${query}`, undefined, auth, address),
      see: (up_to: string, status = 'read') => call('POST', 'seen', { up_to, status }, auth, address),
    };
  }

  const stored = async () =>
    (
      await ctx.pool.query(
        'select phone, body, details, status, wa_message_id from messages where device_id = $1 order by id',
        [chatDevice.id],
      )
    ).rows;
  /** A message of the business to the visitor who wrote last. */
  const answer = async (message: object = {}) => {
    const wa = `web.${randomUUID()}`;
    const [{ phone }] = (await stored()).slice(-1);
    const sent = { status: 'sent', source: 'bot', body: 'Ada, Kak.', reserved_wa_id: wa, wa_message_id: wa };
    await insertMessage(ctx, chatDevice, { phone, ...sent, ...message } as never);
    return wa;
  };
  return { account, widget, chatDevice, call, visitor, visitorWith, stored, answer };
}
