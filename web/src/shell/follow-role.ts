import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMe } from '../session/session.ts';

/** Asks each open page again whether the user may see it, when the role has changed. */
export function useFollowRole(): void {
  const router = useRouter();
  const { role } = useMe();
  const shown = useRef(role);
  useEffect(() => {
    if (shown.current === role) return;
    shown.current = role;
    void router.invalidate();
  }, [router, role]);
}
