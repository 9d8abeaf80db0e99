import { clsx } from 'clsx';
import { Check, Mic, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../../texts/texts.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { notify, notifyProblem } from '../../../../ui/toast.tsx';
import { clockOf } from '../../clock.ts';
import { type Recording, record } from './recorder.ts';

const TICK_MS = 100;
const MAX_BARS = 60;
/** A quarter of an hour. */
const MAX_TICKS = 9_000;

/** Records a voice note. It becomes a file of the reply, to listen to before it is sent. */
export function useVoice(onRecorded: (note: File) => void) {
  const t = useTexts('chat.voice');
  const [recording, setRecording] = useState<Recording | null>(null);
  const present = useRef<Recording | null>(null);
  useEffect(() => () => present.current?.cancel(), []);
  const set = (next: Recording | null) => {
    present.current = next;
    setRecording(next);
  };
  return {
    recording,
    start: () =>
      record().then(set, ({ name }: Error) =>
        notify(t(name === 'NotAllowedError' ? 'notAllowed' : 'noMicrophone')),
      ),
    cancel() {
      recording?.cancel();
      set(null);
    },
    finish() {
      set(null);
      recording?.stop().then(onRecorded, notifyProblem);
    },
  };
}

export function MicButton({ className, onClick }: { className: string; onClick: () => void }) {
  const t = useTexts('chat.voice');
  const look = clsx('compact:size-10 sm:size-8', className);
  return <IconButton className={look} label={t('record')} onClick={onClick} icon={Mic} />;
}

interface BarProps {
  recording: Recording;
  cancel: () => void;
  finish: () => void;
}

/** In place of the field: how long and how loud it is. */
export function VoiceBar({ recording, cancel, finish }: BarProps) {
  const t = useTexts('chat.voice');
  const [levels, setLevels] = useState<readonly number[]>([]);
  const latest = useRef(finish);
  latest.current = finish;
  useEffect(() => {
    const timer = setInterval(() => setLevels((before) => [...before, recording.level()]), TICK_MS);
    return () => clearInterval(timer);
  }, [recording]);
  const isFull = levels.length >= MAX_TICKS;
  useEffect(() => {
    if (isFull) latest.current();
  }, [isFull]);
  return (
    <fieldset aria-label={t('recording')} className="flex h-10 items-center gap-2.5">
      <IconButton label={t('discard')} onClick={cancel} icon={Trash2} />
      <span className="size-2.5 shrink-0 animate-pulse rounded-full bg-bad" aria-hidden />
      <span role="timer" className="tabular-nums">
        {clockOf((levels.length * TICK_MS) / 1_000)}
      </span>
      <div className="flex h-8 min-w-0 flex-1 items-center justify-end gap-0.5 overflow-hidden" aria-hidden>
        {levels.slice(-MAX_BARS).map((level, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity
            key={index}
            className="w-0.5 shrink-0 rounded-full bg-accent"
            style={{ height: `${Math.max(8, 100 * level)}%` }}
          />
        ))}
      </div>
      <Button kind="primary" size="small" autoFocus onClick={finish} icon={Check}>
        {t('finish')}
      </Button>
    </fieldset>
  );
}
