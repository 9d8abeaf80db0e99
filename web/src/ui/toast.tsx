import { X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { problemText } from '../api/problem-text.ts';
import { language } from '../texts/language.ts';
import { useTexts } from '../texts/texts.ts';
import { Button, IconButton } from './button.tsx';

interface Notice {
  id: number;
  text: string;
  isBad: boolean;
  action?: { label: string; run: () => void };
}

/** The element of the notices, for the key that leads there. */
export const NOTICES = 'notices';

const MAX_SHOWN = 3;
const SHOWN_MS = 5_000;
const listeners = new Set<() => void>();
let notices: readonly Notice[] = [];
let lastId = 0;

/** Says that something was done. `action` offers to undo it. */
export function notify(text: string, action?: Notice['action']): void {
  show({ text, isBad: false, ...(action && { action }) });
}

/** Says that a call failed, where no form shows it. */
export function notifyProblem(problem: unknown): void {
  show({ text: problemText(problem, language()), isBad: true });
}

/** Says that an act stopped on its way. `action` takes back what was done. */
export function notifyFailure(text: string, action?: Notice['action']): void {
  show({ text, isBad: true, ...(action && { action }) });
}

/** Where notices appear: above the page, clear of fields and of buttons that save or send. Once, in the shell. */
export function Notices() {
  const shown = useSyncExternalStore(subscribe, () => notices);
  const t = useTexts('common.ui');
  const [isHeld, setHeld] = useState(false);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <section
      id={NOTICES}
      tabIndex={-1}
      aria-label={t('notices')}
      aria-live="polite"
      className="pointer-events-auto fixed inset-x-0 top-3 z-60 mx-auto grid w-96 max-w-[calc(100vw-2rem)] gap-2
        outline-none"
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {shown.map((notice) => (
        <NoticeLine key={notice.id} notice={notice} isHeld={isHeld} />
      ))}
    </section>
  );
}

function NoticeLine({ notice: { id, text, isBad, action }, isHeld }: { notice: Notice; isHeld: boolean }) {
  const t = useTexts('common.ui');
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => remove(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  const act = () => {
    action?.run();
    remove(id);
  };
  return (
    <div className="flex items-center gap-2 rounded-lg border border-line bg-raised py-2 pr-2 pl-4 shadow-lg">
      <p className={isBad ? 'flex-1 text-bad' : 'flex-1'}>{text}</p>
      {action && (
        <Button size="small" onClick={act}>
          {action.label}
        </Button>
      )}
      <IconButton small label={t('close')} onClick={() => remove(id)} icon={X} />
    </div>
  );
}

function show(notice: Omit<Notice, 'id'>): void {
  lastId += 1;
  set([...notices, { ...notice, id: lastId }].slice(-MAX_SHOWN));
}

function remove(id: number): void {
  set(notices.filter((notice) => notice.id !== id));
}

function set(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
