import type { Behaviour, Status } from '../behaviour.ts';
import type { Fault } from '../faults.ts';

/** Why a message fails although it was accepted. */
export interface Refusal {
  code: number;
  details?: string | undefined;
  title?: string | undefined;
  /** The last status before. */
  after: 'accepted' | 'sent' | 'delivered';
}

/** One report: after how long, counted from the acceptance. */
export interface Step {
  status: Status;
  afterMs: number;
  refusal?: Refusal;
}

type WebhookTrouble = Pick<Fault, 'webhook' | 'delay_ms'> | null;

/** Between a report and one that should have come before it. */
const BEHIND_MS = 20;

/** The reports of a message in the order of time. `troubleOf` is asked once for each status, in the natural order. */
export function planSteps(
  behaviour: Behaviour,
  refusal: Refusal | null,
  troubleOf: (status: Status) => WebhookTrouble,
): Step[] {
  const natural = copied(ordered(naturalSteps(behaviour, refusal), behaviour), behaviour.status_copies);
  const troubles = new Map<Status, WebhookTrouble>();
  for (const { status } of [...natural].sort((a, b) => rank(a) - rank(b))) {
    if (!troubles.has(status)) troubles.set(status, troubleOf(status));
  }
  const end = Math.max(0, ...natural.map(({ afterMs }) => afterMs));
  const planned = natural.flatMap((step): Step[] => {
    const trouble = troubles.get(step.status);
    switch (trouble?.webhook) {
      case 'lose':
        return [];
      case 'duplicate':
        return [step, { ...step, afterMs: step.afterMs + BEHIND_MS }];
      case 'reorder':
        return [{ ...step, afterMs: end + BEHIND_MS }];
      case 'delay':
        return [{ ...step, afterMs: step.afterMs + (trouble.delay_ms ?? 0) }];
      default:
        return [step];
    }
  });
  return planned.sort((a, b) => a.afterMs - b.afterMs);
}

const ORDER: readonly Status[] = ['sent', 'delivered', 'read', 'played', 'failed'];
const rank = ({ status }: Step) => ORDER.indexOf(status);

function naturalSteps(behaviour: Behaviour, refusal: Refusal | null): Step[] {
  const { sent_after_ms: sent, delivered_after_ms: delivered, read_after_ms: read } = behaviour;
  const steps: Step[] = [];
  const add = (status: Status, afterMs: number | null) => {
    if (afterMs !== null) steps.push({ status, afterMs });
  };
  if (refusal?.after !== 'accepted') add('sent', sent);
  if (refusal === null || refusal.after === 'delivered') add('delivered', delivered);
  if (refusal === null) add('read', read);
  else {
    const last = Math.max(sent ?? 0, ...steps.map(({ afterMs }) => afterMs));
    steps.push({ status: 'failed', afterMs: last + (steps.length > 0 ? BEHIND_MS : 0), refusal });
  }
  return steps;
}

/** The moments stay, the statuses change places. */
function ordered(steps: Step[], { status_order }: Behaviour): Step[] {
  if (status_order === 'natural') return steps;
  const moments = steps.map(({ afterMs }) => afterMs).sort((a, b) => a - b);
  return [...steps].reverse().map((step, index) => ({ ...step, afterMs: moments[index] ?? step.afterMs }));
}

function copied(steps: Step[], copies: number): Step[] {
  return steps.flatMap((step) => Array.from({ length: copies }, () => step));
}
