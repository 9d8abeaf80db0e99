import { createHash } from 'node:crypto';
import { storableJson, toStorable } from '../../../platform/lib/text.ts';
import type { OfficialDevice } from '../../devices/official/business-account.ts';
import {
  APP_STATE,
  type ChatItem,
  HISTORY,
  type MessageWarning,
  type StatusReport,
} from '../../engines/callbacks.ts';
import type { StatusChange } from '../queue/status-writer.ts';
import type { OtherUpdate, WarningRow } from './store.ts';

export function statusChange(device: OfficialDevice, report: StatusReport): StatusChange {
  const { providerId, reference, status, error, pricing, at } = report;
  return {
    device_id: device.id,
    wa_message_id: reference === null ? null : toStorable(reference),
    provider_id: toStorable(providerId),
    status,
    error_code: error?.code ?? null,
    error_message: error ? toStorable(error.message) : null,
    refund: false,
    pricing,
    at,
  };
}

/** Missing references come from reports with the same provider id. */
export function withReferences(changes: readonly StatusChange[]): StatusChange[] {
  const keyOf = ({ device_id, provider_id }: StatusChange) => `${device_id} ${provider_id}`;
  const references = new Map(
    changes.flatMap((change) =>
      change.wa_message_id === null ? [] : [[keyOf(change), change.wa_message_id] as const],
    ),
  );
  return changes.map((change) => ({
    ...change,
    wa_message_id: change.wa_message_id ?? references.get(keyOf(change)) ?? null,
  }));
}

export function warningRow(device: OfficialDevice, warning: MessageWarning): WarningRow {
  const { providerId, reference, code, message } = warning;
  return {
    device_id: device.id,
    wa_message_id: reference === null ? null : toStorable(reference),
    provider_id: toStorable(providerId),
    warning: storableJson({ code, message }),
  };
}

/** One can have thousands of messages. */
const DUE: readonly string[] = [HISTORY, APP_STATE];

/** The fingerprint finds repetitions. */
export function otherRow(
  device: OfficialDevice,
  item: Extract<ChatItem, { kind: 'other' }>,
  at: Date,
): OtherUpdate {
  const payload = storableJson(item.payload);
  const field = toStorable(item.field);
  const fingerprint = createHash('sha256').update(`${device.id} ${field} ${payload}`).digest();
  const is_due = DUE.includes(field);
  return { account_id: device.account_id, device_id: device.id, field, fingerprint, payload, at, is_due };
}
