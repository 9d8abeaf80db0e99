import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { whenProofIsAsked } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { startLive, useLiveState } from '../live/live.ts';
import { useResumedPush } from '../push/pushed.ts';
import { useLiveDevices, useLiveTemplates } from '../queries/live-devices.ts';
import { sessionQuery, useMe, useSessionToken } from '../session/session.ts';
import { withTexts } from '../texts/language.ts';
import { useTexts } from '../texts/texts.ts';
import { NOTICES, Notices } from '../ui/toast.tsx';
import { useDesktopNotices } from './desktop-notices.ts';
import { useFollowRole } from './follow-role.ts';
import { useShortcut } from './keyboard.ts';
import { entriesOf, type NavEntry } from './nav.ts';
import { SideBar } from './side-bar.tsx';

const Palette = lazy(withTexts('rare', () => import('./palette.tsx')));
const ConfirmIdentity = lazy(withTexts('session', () => import('../session/confirm-identity.tsx')));
const ShortcutHelp = lazy(() => import('./shortcut-help.tsx'));

/** What stands around every page: the bar, the connection, the palette, the notices. */
export function Shell() {
  const t = useTexts('common.shell');
  const ui = useTexts('common.ui');
  const [me, token] = [useMe(), useSessionToken()];
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null);
  const [proof, setProof] = useState<{ end: (isProved: boolean) => void } | null>(null);
  useEffect(() => whenProofIsAsked(() => new Promise((end) => setProof({ end }))), []);
  // Asks for the session, whose refusal leads to the log-in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session needs another stream
  useEffect(() => startLive(me.id, () => void queryClient.refetchQueries(sessionQuery)), [me.id, token]);
  useFollowRole();
  useLiveDevices();
  useLiveTemplates();
  useDesktopNotices();
  useResumedPush(me.id, token);
  // Not above a dialog, whose work it would leave behind.
  const openPalette = () => document.querySelector('[role$=dialog]') === null && setOpen('palette');
  useShortcut('mod+k', t('palette'), openPalette, { inFields: true });
  useShortcut('F8', ui('notices'), () => document.getElementById(NOTICES)?.focus(), { inFields: true });
  useShortcut('?', t('help'), () => setOpen('shortcuts'));
  return (
    <>
      <button
        type="button"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-card focus:p-2"
        onClick={() => document.getElementById('content')?.focus()}
      >
        {t('skip')}
      </button>
      <div className="flex h-dvh flex-col md:flex-row">
        <SideBar onSearch={() => setOpen('palette')} onShortcuts={() => setOpen('shortcuts')} />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <LostLine />
          <main id="content" tabIndex={-1} className="min-h-0 flex-1 outline-none">
            <Outlet />
          </main>
        </div>
      </div>
      {entriesOf(me).map((entry) => (
        <GoTo key={entry.to} entry={entry} />
      ))}
      {/* Letters that come before the palette are no shortcuts of the page. */}
      <Suspense fallback={open && <div role="dialog" hidden />}>
        {open === 'palette' && (
          <Palette onClose={() => setOpen(null)} onShortcuts={() => setOpen('shortcuts')} />
        )}
        {open === 'shortcuts' && <ShortcutHelp onClose={() => setOpen(null)} />}
        {proof && (
          <ConfirmIdentity
            onEnd={(isProved) => {
              setProof(null);
              proof.end(isProved);
            }}
          />
        )}
      </Suspense>
      <Notices />
    </>
  );
}

function GoTo({ entry }: { entry: NavEntry }) {
  const t = useTexts('common.shell');
  const navigate = useNavigate();
  useShortcut(`g ${entry.key}`, t('goTo', { page: t(entry.text) }), () => void navigate({ to: entry.to }));
  return null;
}

/** Says that changes do not arrive. A short interruption is not worth a word. */
function LostLine() {
  const t = useTexts('common.shell');
  const state = useLiveState();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (state === 'open') return;
    const timer = setTimeout(() => setLong(true), 4_000);
    return () => clearTimeout(timer);
  }, [state]);
  if (!isLong) return null;
  return (
    <p role="status" className="bg-warn-soft px-4 py-1.5 text-center text-[13px] text-warn">
      {t('lost')}
    </p>
  );
}
