import { useMutation } from '@tanstack/react-query';
import { FastForward, RotateCcw, Send } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../../../api/call.ts';
import { asProblem } from '../../../../api/problem.ts';
import { useFormat } from '../../../../texts/format.ts';
import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Input } from '../../../../ui/field.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import type { Editor } from '../editor/use-editor.ts';
import { triggersText } from '../model/summary.ts';
import type { Transcript } from '../queries.ts';
import { afterWait, MAX_MESSAGES, newRun, type Run, requestOf, withMessage } from './run.ts';
import { SavedTests } from './saved-tests.tsx';
import { TranscriptView } from './transcript-view.tsx';
import { WhatIf } from './what-if.tsx';

interface Props {
  editor: Editor;
  goTo: (id: string) => void;
  /** Shows where the chat is; null: nowhere. */
  follow: (id: string | null) => void;
  onProblems: () => void;
}

/** A chat with the draft, run by the gateway as it would run for a customer. */
export function TestPanel({ editor, goTo, follow, onProblems }: Props) {
  const [t, format] = [useTexts('flows.chat'), useFormat()];
  const [run, setRun] = useState(() => newRun(new Date()));
  const simulate = useSimulation(editor, follow);
  const shown = run.messages.length === 0 ? null : (simulate.data ?? null);
  const go = (next: Run) => {
    setRun(next);
    simulate.mutate(next);
  };
  const restart = () => {
    setRun({ ...newRun(new Date()), failing: run.failing, answers: run.answers });
    simulate.reset();
    follow(null);
  };
  const isFull = run.messages.length >= MAX_MESSAGES;
  return (
    <div className="grid gap-4">
      <Head onRestart={restart} />
      {shown ? (
        <TranscriptView
          transcript={shown}
          flowId={editor.id}
          onShow={goTo}
          onChoose={(choice) => go(withMessage(run, choice.title, choice.id))}
        />
      ) : (
        run.messages.length === 0 && <Begin editor={editor} />
      )}
      <Refusal error={simulate.error} onProblems={onProblems} />
      {shown?.waits_until && (
        <div className="flex flex-wrap items-center gap-2 text-[13px] text-soft">
          {t('skipUntil', { time: format.full(shown.waits_until) })}
          <Button size="small" onClick={() => go(afterWait(run, shown))} icon={FastForward}>
            {t('skip')}
          </Button>
        </div>
      )}
      {isFull && <p className="text-[13px] text-warn">{t('full')}</p>}
      <MessageForm
        disabled={isFull}
        busy={simulate.isPending}
        onSend={(text) => go(withMessage(run, text))}
      />
      <Values transcript={shown} />
      <WhatIf nodes={editor.draft.definition.nodes} run={run} onChange={setRun} />
      <SavedTests id={editor.id} run={run} />
    </div>
  );
}

function Head({ onRestart }: { onRestart: () => void }) {
  const t = useTexts('flows.chat');
  return (
    <header className="flex items-start justify-between gap-2">
      <div className="grid gap-0.5">
        <h2 className="font-semibold">{t('title')}</h2>
        <p className="text-[13px] text-soft">{t('lead')}</p>
      </div>
      <IconButton small label={t('restart')} onClick={onRestart} icon={RotateCcw} />
    </header>
  );
}

interface MessageFormProps {
  disabled: boolean;
  busy: boolean;
  onSend: (text: string) => void;
}

function MessageForm({ disabled, busy, onSend }: MessageFormProps) {
  const t = useTexts('flows.chat');
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    onSend(text);
    setText('');
  };
  return (
    <form className="flex gap-2" onSubmit={submit}>
      <Input
        aria-label={t('message')}
        placeholder={t('message')}
        maxLength={4_096}
        disabled={disabled}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button kind="primary" size="icon" type="submit" aria-label={t('send')} title={t('send')} busy={busy}>
        {!busy && <Send aria-hidden />}
      </Button>
    </form>
  );
}

/** Saves first: the gateway runs the saved draft. */
function useSimulation(editor: Editor, follow: Props['follow']) {
  const latest = useRef(follow);
  latest.current = follow;
  useEffect(() => () => latest.current(null), []);
  return useMutation({
    mutationFn: async (run: Run) => {
      if (editor.isDirty) await editor.save.mutateAsync({});
      return call('POST /flows/{id}/simulate', { id: editor.id, body: requestOf(run) });
    },
    onSuccess: ({ flow_id, node_id }) => latest.current(flow_id === editor.id ? node_id : null),
  });
}

function Begin({ editor }: { editor: Editor }) {
  const [t, language] = [useTexts('flows.chat'), useLanguage()];
  const start = editor.draft.definition.nodes.find(({ type }) => type === 'start');
  const words = triggersText(start?.triggers, language);
  return (
    <p className="rounded-md bg-hover p-3 text-[13px] text-soft">
      {t('begin')} <bdi>{t('beginWords', { words })}</bdi>
    </p>
  );
}

function Refusal({ error, onProblems }: { error: unknown; onProblems: () => void }) {
  const t = useTexts('flows.chat');
  if (!error) return null;
  if (asProblem(error).code !== 'invalid_fields') return <ProblemLine problem={error} />;
  return (
    <div role="alert" className="grid justify-items-start gap-2 rounded-md bg-warn-soft p-3 text-warn">
      {t('problems')}
      <Button size="small" onClick={onProblems}>
        {t('showProblems')}
      </Button>
    </div>
  );
}

function Values({ transcript }: { transcript: Transcript | null }) {
  const t = useTexts('flows.chat');
  const all = Object.entries(transcript?.variables ?? {});
  return (
    <section className="grid gap-1.5 border-t border-line pt-3">
      <h3 className="text-[13px] font-medium">{t('variables')}</h3>
      {all.length === 0 ? (
        <p className="text-[13px] text-faint">{t('noVariables')}</p>
      ) : (
        <dl className="grid gap-1 text-[13px]">
          {all.map(([name, value]) => (
            <div key={name} className="flex gap-2">
              <dt className="shrink-0 font-mono text-soft">{name}</dt>
              <dd className="min-w-0 break-words">
                <bdi>{String(value)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
