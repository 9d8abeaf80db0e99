import { useMutation } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../api/call.ts';
import { PublishFlow } from '../../../../api/limits.ts';
import { asProblem, type Problem } from '../../../../api/problem.ts';
import { fieldText } from '../../../../api/problem-text.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Input } from '../../../../ui/field.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { problemWords } from '../editor/problem-words.ts';
import type { Editor } from '../editor/use-editor.ts';
import { isRecord, recordsOf, textOf } from '../model/definition.ts';
import { titleOf } from '../model/summary.ts';
import { FLOWS, type FlowProblem } from '../queries.ts';

interface Props {
  editor: Editor;
  goTo: (id: string) => void;
  onDone: () => void;
}

/** What keeps the draft from being published, and the button that publishes it. */
export function PublishPanel({ editor, goTo, onDone }: Props) {
  const t = useTexts('flows.editor');
  const { problems, warnings, draft, isDirty, save } = editor;
  const isReady = !isDirty && problems.length === 0;
  // It outlives a draft that is changed and checked again.
  const [note, setNote] = useState('');
  return (
    <div className="grid gap-4">
      <header className="grid gap-0.5">
        <h2 className="font-semibold">
          <bdi>{t('pub_title', { name: draft.name })}</bdi>
        </h2>
        <p className="text-[13px] text-soft">{t('pub_lead')}</p>
      </header>
      {isDirty && (
        <div className="grid justify-items-start gap-2">
          <p>{t('pub_checkFirst')}</p>
          <Button kind="primary" busy={save.isPending} onClick={() => save.mutate({})}>
            {t('pub_checkNow')}
          </Button>
        </div>
      )}
      {isReady && (
        <p className="flex items-center gap-2 text-good">
          <CircleCheck className="size-4" aria-hidden />
          {t('pub_none')}
        </p>
      )}
      <Found editor={editor} problems={problems} goTo={goTo} isBad />
      <Found editor={editor} problems={warnings} goTo={goTo} />
      {isReady && <Publish {...{ editor, onDone, note, setNote }} />}
    </div>
  );
}

interface PublishProps extends Pick<Props, 'editor' | 'onDone'> {
  note: string;
  setNote: (note: string) => void;
}

function Publish({ editor: { id, version }, onDone, note, setNote }: PublishProps) {
  const t = useTexts('flows.editor');
  const publish = useMutation({
    mutationFn: (simulations: 'check' | 'accept' | 'ignore') => {
      const body = { draft_version: version, note: note.trim() || null, simulations };
      return call('POST /flows/{id}/publish', { id, body });
    },
    onSuccess: async (made) => {
      notify(t('pub_done', { version: String(made.version) }));
      onDone();
      await queryClient.invalidateQueries({ queryKey: FLOWS });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    publish.mutate('check');
  };
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <Input
        label={t('pub_note')}
        maxLength={PublishFlow.note.maxLength}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Refusal problem={publish.error ? asProblem(publish.error) : null} onPublish={publish.mutate} />
      <div>
        <Button kind="primary" type="submit" busy={publish.isPending}>
          {t('publish')}
        </Button>
      </div>
    </form>
  );
}

interface FoundProps {
  editor: Editor;
  problems: readonly FlowProblem[];
  goTo: (id: string) => void;
  isBad?: boolean;
}

/** Each entry leads to its node. */
function Found({ editor, problems, goTo, isBad = false }: FoundProps) {
  const [t, language] = [useTexts('flows.editor'), useLanguage()];
  if (problems.length === 0) return null;
  const nodes = new Map(editor.draft.definition.nodes.map((node) => [node.id, node]));
  const Icon = isBad ? CircleAlert : TriangleAlert;
  return (
    <section className="grid gap-2">
      <h3 className={isBad ? 'font-medium text-bad' : 'font-medium text-warn'}>
        {t(isBad ? 'pub_problems' : 'pub_warnings', { count: problems.length })}
      </h3>
      <ul className="grid gap-1.5">
        {problems.map((problem) => {
          const node = problem.node_id === null ? undefined : nodes.get(problem.node_id);
          const words = problemWords(problem, node, language);
          const key = [problem.node_id, problem.path, problem.code, problem.message].join(' ');
          const text = (
            <>
              <Icon className={`mt-0.5 size-4 shrink-0 ${isBad ? 'text-bad' : 'text-warn'}`} aria-hidden />
              <span className="grid gap-0.5">
                <bdi className="font-medium">{node ? titleOf(node, language) : t('pub_ofFlow')}</bdi>
                <span className="text-[13px] text-soft">{words}</span>
              </span>
            </>
          );
          const look = 'flex w-full gap-2 rounded-md border border-line p-2 text-left';
          return (
            <li key={key}>
              {node ? (
                <button type="button" className={`${look} hover:bg-hover`} onClick={() => goTo(node.id)}>
                  {text}
                </button>
              ) : (
                <div className={look}>{text}</div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Saved tests that end differently are a question; anything else is an error. */
function Refusal({
  problem,
  onPublish,
}: {
  problem: Problem | null;
  onPublish: (simulations: 'accept' | 'ignore') => void;
}) {
  const [t, language] = [useTexts('flows.editor'), useLanguage()];
  if (problem?.code !== 'flow_simulations_differ') {
    const fields = Object.values(problem?.fields ?? {}).flat();
    return (
      <>
        <ProblemLine problem={problem} />
        {fields.map((text) => (
          <p key={text} className="text-[13px] text-bad">
            {fieldText(text, language)}
          </p>
        ))}
      </>
    );
  }
  const differing = isRecord(problem.body) ? recordsOf(problem.body.simulations) : [];
  return (
    <section role="alert" className="grid gap-2 rounded-md bg-warn-soft p-3">
      <h3 className="font-medium text-warn">{t('pub_differ')}</h3>
      <p className="text-[13px]">{t('pub_differLead')}</p>
      <ul className="list-disc pl-5 text-[13px]">
        {differing.map(({ id, name }) => (
          <li key={textOf(id)}>
            <bdi>{textOf(name)}</bdi>
          </li>
        ))}
      </ul>
      <Button size="small" className="whitespace-normal" onClick={() => onPublish('accept')}>
        {t('pub_accept')}
      </Button>
      <Button size="small" kind="quiet" onClick={() => onPublish('ignore')}>
        {t('pub_ignore')}
      </Button>
    </section>
  );
}
