import { Plus } from 'lucide-react';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { fieldProblem } from '../../../../ui/field.tsx';
import { newReply } from '../draft.ts';
import { OneReply } from './one-reply.tsx';
import type { Part } from './part.ts';

const MAX_REPLIES = { keyword: 3, greeting: 2, away: 2 };

/** The messages in their order. */
export function ReplyFields({ draft: { kind, replies, device_uuids }, problem, set }: Part) {
  const t = useTexts('rules.editor');
  const all = fieldProblem(problem, 'replies');
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">{t('replies')}</legend>
      {replies.map((reply, n) => (
        <OneReply
          key={reply.key}
          n={n}
          reply={reply}
          problem={problem}
          kind={kind}
          deviceUuids={device_uuids}
          onDevice={(uuid) => set({ device_uuids: [uuid] })}
          onChange={(next) => set({ replies: replies.with(n, next) })}
          onRemove={() => set({ replies: replies.toSpliced(n, 1) })}
        />
      ))}
      {problem?.fields.replies && <p className="text-[13px] text-bad">{all}</p>}
      {replies.length < MAX_REPLIES[kind] && (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => set({ replies: [...replies, newReply()] })}
        >
          <Plus aria-hidden />
          {t('addMessage')}
        </Button>
      )}
    </fieldset>
  );
}
