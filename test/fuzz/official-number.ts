import { request } from 'undici';
import type { ApiDocument } from './document.ts';

/** Attaches a free number of the provider to the account of the key. Null: there is none. */
export async function attachNumber(
  port: number,
  { known }: ApiDocument,
  apiKey: string,
): Promise<string | null> {
  const [official_access_token] = known.official_access_token ?? [];
  // From the end, because seasons that run at once need different numbers, and requests take any.
  for (const official_phone_number_id of (known.official_phone_number_id ?? []).toReversed()) {
    const answer = await request(`http://127.0.0.1:${port}/v1/devices`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ engine: 'official_cloud', label: 'Resmi', official_phone_number_id, official_access_token },
      }),
    });
    const text = await answer.body.text();
    if (answer.statusCode === 201) return JSON.parse(text).device_uuid;
  }
  return null;
}
