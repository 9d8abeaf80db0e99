import { createHash } from 'node:crypto';
import type { OfficialDevice } from '../../devices/official/business-account.ts';
import type { StatusReport, Update } from '../../engines/callbacks.ts';
import { storableJson, toStorable } from '../../lib/text.ts';
import type { StatusChange } from '../queue/settle-store.ts';
import type { OtherUpdate } from './store.ts';

/** The change of a message's status that the provider reports. */
export function changeOf(device: OfficialDevice, report: StatusReport): StatusChange {
  const { providerId, reference, status, error } = report;
  return {
    device_id: device.id,
    wa_message_id: reference === null ? null : toStorable(reference),
    provider_id: toStorable(providerId),
    status,
    error_code: error?.code ?? null,
    error_message: error ? toStorable(error.message) : null,
    refund: false,
  };
}

/** Of one message some changes name our reference and others the provider's id only: these get the reference that stands beside it elsewhere. */
export function sharingReferences(changes: readonly StatusChange[]): StatusChange[] {
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

/** What is kept for whoever needs it; the fingerprint tells what was told before. */
export function otherOf(
  device: OfficialDevice,
  update: Extract<Update, { kind: 'other' }>,
  at: Date,
): OtherUpdate {
  const payload = storableJson(update.payload);
  const field = toStorable(update.field);
  const fingerprint = createHash('sha256').update(`${device.id} ${field} ${payload}`).digest();
  return { account_id: device.account_id, device_id: device.id, field, fingerprint, payload, at };
}
