import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { problemText } from '../api/problem-text.ts';
import { language } from '../texts/language.ts';
import { useTexts } from '../texts/texts.ts';
import { Button, IconButton } from './button.tsx';
import { uiTexts } from './texts.ts';

interface Notice {
  id: number;
  text: string;
  isBad: boolean;
  action?: { label: string; run: () => void };
}

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

/** The corner where notices appear. Once, in the shell. */
export function Notices() {
  const shown = useSyncExternalStore(subscribe, () => notices);
  const t = useTexts(uiTexts);
  return (
    <Radix.Provider duration={SHOWN_MS} swipeDirection="right">
      {shown.map(({ id, text, isBad, action }) => (
        <Radix.Root
          key={id}
          onOpenChange={(isOpen) => !isOpen && remove(id)}
          className="flex items-center gap-2 rounded-lg border border-line bg-raised py-2 pr-2 pl-4 shadow-lg"
        >
          <Radix.Description className={isBad ? 'flex-1 text-bad' : 'flex-1'}>{text}</Radix.Description>
          {action && (
            <Radix.Action asChild altText={action.label}>
              <Button size="small" onClick={action.run}>
                {action.label}
              </Button>
            </Radix.Action>
          )}
          <Radix.Close asChild>
            <IconButton small label={t('close')}>
              <X aria-hidden />
            </IconButton>
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport className="fixed right-4 bottom-20 z-60 grid w-96 max-w-[calc(100vw-2rem)] gap-2 outline-none" />
    </Radix.Provider>
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
