import { useMutation } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { api, ok } from '../../../../api/client.ts';
import { asProblem } from '../../../../api/problem.ts';
import { problemText } from '../../../../api/problem-text.ts';
import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Progress } from '../../../../ui/progress.tsx';
import { knowledgeChanged } from '../queries.ts';

/** Of the API. */
const MAX_BYTES = 20 * 1024 * 1024;

interface Uploads {
  total: number;
  done: number;
  refused: readonly { name: string; problem: unknown }[];
}

/** Sends files one after the other. A file that is refused does not stop the others. */
export function UploadFiles() {
  const t = useTexts('assistant.documents');
  const input = useRef<HTMLInputElement>(null);
  const [now, setNow] = useState<Uploads | null>(null);
  const send = useMutation({
    mutationFn: async (files: readonly File[]) => {
      let state: Uploads = { total: files.length, done: 0, refused: [] };
      setNow(state);
      for (const file of files) {
        const problem = await sendFile(file);
        const refused = problem === null ? state.refused : [...state.refused, { name: file.name, problem }];
        state = { ...state, done: state.done + 1, refused };
        setNow(state);
      }
    },
    onSettled: () => knowledgeChanged(),
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    target.value = '';
    if (files.length > 0) send.mutate(files);
  };
  return (
    <div className="grid gap-2">
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('files')}
        accept=".pdf,.docx,.html,.htm,.md,.txt"
        onChange={choose}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="primary" busy={send.isPending} onClick={() => input.current?.click()} icon={Upload}>
          {t('upload')}
        </Button>
        <span className="text-[13px] text-faint">{t('formats')}</span>
      </div>
      {now && send.isPending && <Progress label={t('sending')} total={now.total} good={now.done} />}
      {now && (
        <p role="status" className="text-[13px] text-soft tabular-nums">
          {t('sent', { done: now.done - now.refused.length, count: now.total })}
        </p>
      )}
      {now && <Refused refused={now.refused} />}
    </div>
  );
}

function Refused({ refused }: Pick<Uploads, 'refused'>) {
  const [t, language] = [useTexts('assistant.documents'), useLanguage()];
  if (refused.length === 0) return null;
  const textOf = (problem: unknown) => {
    if (problem === 'tooLarge') return t('tooLarge');
    return asProblem(problem).fields.file ? t('wrongType') : problemText(problem, language);
  };
  return (
    <ul role="alert" className="grid gap-1 rounded-md bg-bad-soft px-3 py-2 text-bad">
      {refused.map(({ name, problem }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files can have one name
        <li key={place} className="wrap-anywhere">
          <bdi>{name}</bdi>: {textOf(problem)}
        </li>
      ))}
    </ul>
  );
}

/** Why the file was not taken; null: it was. */
async function sendFile(file: File): Promise<unknown> {
  if (file.size > MAX_BYTES) return 'tooLarge';
  const form = new FormData();
  form.set('file', file);
  try {
    await ok(
      api.POST('/app/api/knowledge/documents', { body: { file: file.name }, bodySerializer: () => form }),
    );
    return null;
  } catch (problem) {
    return problem;
  }
}
