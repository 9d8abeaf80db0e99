import { SECOND } from '../../../src/platform/lib/clock.ts';
import type { Cloud } from '../cloud.ts';
import type { FaultRule } from '../faults.ts';
import type { CloudNumber } from '../records.ts';
import type { CloudMessageRow } from '../store.ts';

/** A number as the control shows it, with the endings of its tokens. */
export function viewCloudNumber({ data, digits, behaviour }: CloudNumber) {
  const { tokens, app_secret, override, behaviour: _, ...shown } = data;
  return {
    ...shown,
    phone_number: digits,
    callback_url: override?.callback_url ?? null,
    has_app_secret: app_secret !== null,
    tokens: tokens.map(({ access_token, expires_at, revoked, scopes }) => ({
      token_ending: access_token.slice(-4),
      expires_at: expires_at === null ? null : new Date(expires_at).toISOString(),
      revoked,
      scopes,
    })),
    behaviour,
  };
}

/** A message as the phone of the person shows it. */
export function viewCloudMessage(row: CloudMessageRow, { digits }: CloudNumber) {
  const isOut = row.direction === 'out';
  return {
    id: row.id,
    from: isOut ? digits : row.peer,
    to: isOut ? row.peer : digits,
    direction: row.direction,
    type: row.type,
    text: row.text,
    payload: JSON.parse(row.payload),
    biz_opaque_callback_data: row.callback_data,
    status: row.status,
    error: row.error === null ? null : JSON.parse(row.error),
    has_media: row.media_id !== null,
    at: new Date(row.at).toISOString(),
  };
}

export function viewFault({ id, fault, seen, hits }: FaultRule) {
  return { id, ...fault, seen, hits };
}

/** The state of the provider. Tests forge webhooks with its secrets. */
export function viewCloud(cloud: Cloud) {
  const { app, clock, webhooks, requests } = cloud;
  return {
    app_id: app.app_id,
    app_secret: app.app_secret,
    verify_token: app.verify_token,
    callback_url: app.callback_url,
    numbers: cloud.numbers.size,
    clock: {
      now: new Date(clock.now()).toISOString(),
      ahead_seconds: Math.round(clock.shiftMs / SECOND),
      frozen: clock.isFrozen,
    },
    webhooks: { ...webhooks.settings, open_updates: webhooks.openUpdates },
    requests: requests.totals(),
    behaviour: app.behaviour,
  };
}
