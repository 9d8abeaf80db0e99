import type { openDemand } from './passkey.ts';

/** For the page that the owner opened. `options`: JSON, while the network waits for the answer. */
export function viewDemand(demand: Awaited<ReturnType<typeof openDemand>>) {
  const { state, label, phone_number, status, reason, expires_at, question, comparedCode } = demand;
  return {
    stage: question !== null ? 'awaiting_assertion' : stageOf(state),
    label,
    phone_number,
    status,
    reason,
    expires_at: expires_at.toISOString(),
    options: question,
    code: comparedCode && `${comparedCode.slice(0, 4)}-${comparedCode.slice(4)}`,
  };
}

/** An unanswered demand without a question has expired. */
const stageOf = (state: string) => (state === 'answered' || state === 'sent' ? 'awaiting_phone' : 'ended');
