import type { Preview } from './preview.ts';
import type { BroadcastPreview } from './schema.ts';

export function viewPreview({
  total,
  opted_out,
  same_person,
  unreachable,
  without_name,
  open_windows,
  samples,
  hints,
  costs,
  perHour,
  messagingLimit,
  finishAt,
}: Preview): BroadcastPreview {
  return {
    total_recipients: total,
    opted_out,
    same_person,
    unreachable,
    without_name,
    open_windows,
    samples: samples.map(({ id, phone, name, text }) => ({ contact_id: id, phone, name, text })),
    hints,
    costs,
    messages_per_hour: perHour,
    messaging_limit: messagingLimit,
    finish_expected_at: finishAt.toISOString(),
  };
}
