import { clsx } from 'clsx';
import { Bot, X } from 'lucide-react';
import { asProblem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { fieldProblem } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { useMessageText } from '../message-text.ts';
import type { Message } from '../thread/history.ts';
import type { DraftKind } from './drafts.ts';

export function SubmitProblem({ problem }: { problem: unknown }) {
  const mentions = problem ? fieldProblem(asProblem(problem), 'mentions') : undefined;
  if (mentions === undefined) return <ProblemLine problem={problem} />;
  return (
    <p role="alert" className="text-[13px] text-bad">
      @ {mentions}
    </p>
  );
}

export function Kinds({ kind, onChoose }: { kind: DraftKind; onChoose: (kind: DraftKind) => void }) {
  const t = useTexts('chat.composer');
  return (
    <fieldset aria-label={t('kind')} className="flex gap-1 compact:hidden">
      {(['reply', 'note'] as const).map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === kind}
          onClick={() => onChoose(choice)}
          className={clsx(
            'rounded-md px-2.5 py-1 text-[13px]',
            choice === kind ? 'bg-active font-medium text-ink' : 'text-soft hover:bg-hover',
          )}
        >
          {t(choice)}
        </button>
      ))}
    </fieldset>
  );
}

/** The automation has the conversation: what a reply means, and whether its answer is on the way. */
export function BotLine({
  conversation: { owner_state, waiting_since },
}: {
  conversation: Schema<'Conversation'>;
}) {
  const t = useTexts('chat.composer');
  if (owner_state !== 'bot') return null;
  const isSoon = waiting_since !== null;
  return (
    <p
      role="status"
      // In a low window, the bar above the chat says who answers.
      className={clsx(
        'flex items-center gap-1.5 text-[13px]',
        isSoon ? 'text-warn' : 'text-soft compact:sr-only',
      )}
    >
      <Bot className="size-4 shrink-0" aria-hidden />
      {t(isSoon ? 'botSoon' : 'takesOver')}
    </p>
  );
}

export function QuoteLine({ message, onRemove }: { message: Message; onRemove: () => void }) {
  const t = useTexts('chat.composer');
  const text = useMessageText();
  return (
    <div className="flex items-center gap-2 rounded-md border-l-2 border-accent bg-hover px-2.5 py-1 text-[13px]">
      <span className="min-w-0 flex-1 truncate">
        <span className="text-faint">{t('quoting')}: </span>
        <bdi>{text(message)}</bdi>
      </span>
      <IconButton small label={t('removeQuote')} onClick={onRemove} icon={X} />
    </div>
  );
}
