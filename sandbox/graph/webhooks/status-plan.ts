import type { Behaviour, Status } from '../behaviour.ts';
import type { Fault } from '../faults.ts';

/** Why an accepted message fails. */
export interface LateFailure {
  code: number;
  details?: string | undefined;
  title?: string | undefined;
  after: 'accepted' | 'sent' | 'delivered';
}

/** `afterMs` counts from the acceptance. */
export interface StatusStep {
  status: Status;
  afterMs: number;
  failure?: LateFailure;
}

type WebhookFault = Pick<Fault, 'webhook' | 'delay_ms'> | null;

const STATUS_GAP_MS = 20;

/** The statuses of a message by time. Calls `faultOf` once per status, in natural order. */
export function planStatuses(
  behaviour: Behaviour,
  failure: LateFailure | null,
  faultOf: (status: Status) => WebhookFault,
): StatusStep[] {
  const steps = repeatSteps(applyOrder(defaultSteps(behaviour, failure), behaviour), behaviour.status_copies);
  const faults = new Map<Status, WebhookFault>();
  for (const { status } of [...steps].sort((a, b) => rank(a) - rank(b))) {
    if (!faults.has(status)) faults.set(status, faultOf(status));
  }
  const end = Math.max(0, ...steps.map(({ afterMs }) => afterMs));
  const planned = steps.flatMap((step): StatusStep[] => {
    const fault = faults.get(step.status);
    switch (fault?.webhook) {
      case 'lose':
        return [];
      case 'duplicate':
        return [step, { ...step, afterMs: step.afterMs + STATUS_GAP_MS }];
      case 'reorder':
        return [{ ...step, afterMs: end + STATUS_GAP_MS }];
      case 'delay':
        return [{ ...step, afterMs: step.afterMs + (fault.delay_ms ?? 0) }];
      default:
        return [step];
    }
  });
  return planned.sort((a, b) => a.afterMs - b.afterMs);
}

/** A status of a message is followed by later ones only. */
export const ORDER: readonly Status[] = ['sent', 'delivered', 'read', 'played', 'failed'];
const rank = ({ status }: StatusStep) => ORDER.indexOf(status);

function defaultSteps(behaviour: Behaviour, failure: LateFailure | null): StatusStep[] {
  const { sent_after_ms: sent, delivered_after_ms: delivered, read_after_ms: read } = behaviour;
  const steps: StatusStep[] = [];
  const add = (status: Status, afterMs: number | null) => {
    if (afterMs !== null) steps.push({ status, afterMs });
  };
  if (failure?.after !== 'accepted') add('sent', sent);
  if (failure === null || failure.after === 'delivered') add('delivered', delivered);
  if (failure === null) add('read', read);
  else {
    const last = Math.max(sent ?? 0, ...steps.map(({ afterMs }) => afterMs));
    steps.push({ status: 'failed', afterMs: last + (steps.length > 0 ? STATUS_GAP_MS : 0), failure });
  }
  return steps;
}

/** Times stay, statuses are reversed. */
function applyOrder(steps: StatusStep[], { status_order }: Behaviour): StatusStep[] {
  if (status_order === 'natural') return steps;
  const moments = steps.map(({ afterMs }) => afterMs).sort((a, b) => a - b);
  return [...steps].reverse().map((step, index) => ({ ...step, afterMs: moments[index] ?? step.afterMs }));
}

function repeatSteps(steps: StatusStep[], copies: number): StatusStep[] {
  return steps.flatMap((step) => Array.from({ length: copies }, () => step));
}
