import { grouped } from '../pairing/typed-code.ts';
import type { openDemand } from './passkey.ts';
import type { PasskeyState } from './store.ts';

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
    code: comparedCode && grouped(comparedCode),
  };
}

/** `closed`: asked, but no answer counts any more. */
function stageOf(state: PasskeyState): 'closed' | 'awaiting_phone' | 'ended' {
  if (state === 'asked') return 'closed';
  return state === 'answered' || state === 'sent' ? 'awaiting_phone' : 'ended';
}
