import { Plus } from 'lucide-react';
import { useContext } from 'react';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { fieldProblem } from '../../../../ui/field.tsx';
import { FormFacts, useField } from '../../../../ui/form/facts.ts';
import { newReply, type ReplyDraft } from '../draft.ts';
import type { RuleKind } from '../rule.ts';
import { OneReply } from './one-reply.tsx';

const MAX_REPLIES = { keyword: 3, greeting: 2, away: 2 };

/** The messages in their order. */
export function ReplyFields({ kind }: { kind: RuleKind }) {
  const t = useTexts('rules.editor');
  const { problem } = useContext(FormFacts);
  const { value: replies, setValue } = useField<readonly ReplyDraft[]>('replies');
  const devices = useField<readonly string[]>('device_uuids');
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
          deviceUuids={devices.value}
          onDevice={(uuid) => devices.setValue([uuid])}
          onChange={(next) => setValue(replies.with(n, next))}
          onRemove={() => setValue(replies.toSpliced(n, 1))}
        />
      ))}
      {problem?.fields.replies && <p className="text-[13px] text-bad">{all}</p>}
      {replies.length < MAX_REPLIES[kind] && (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => setValue([...replies, newReply()])}
          icon={Plus}
        >
          {t('addMessage')}
        </Button>
      )}
    </fieldset>
  );
}
