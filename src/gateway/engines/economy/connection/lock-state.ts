import type { ReachoutTimelockState, WASocket } from 'baileys';

export interface LockState {
  isActive: boolean;
  /** Null when the network names no end. */
  endsAt: Date | null;
}

/** Null: no answer. */
export async function fetchLockState(sock: WASocket): Promise<LockState | null> {
  const answer = await sock.fetchAccountReachoutTimelock().catch(() => null);
  return answer && lockStateOf(answer);
}

export function lockStateOf({ isActive, timeEnforcementEnds }: ReachoutTimelockState): LockState {
  return { isActive: isActive ?? false, endsAt: timeEnforcementEnds ?? null };
}
