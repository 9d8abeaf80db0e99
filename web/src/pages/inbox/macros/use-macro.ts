import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { asProblem } from '../../../api/problem.ts';
import { problemText } from '../../../api/problem-text.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useMe } from '../../../session/session.ts';
import { useLanguage } from '../../../texts/language.ts';
import { useTexts } from '../../../texts/texts.ts';
import { notify, notifyFailure } from '../../../ui/toast.tsx';
import { undo } from '../acts.ts';
import { conversationQuery } from '../queries.ts';
import { type Ran, runSteps } from './steps.ts';

type Conversation = Schema<'Conversation'>;
type Macro = Schema<'InboxMacro'>;
type Prepared = Schema<'PreparedMacro'>;

/** Nothing was done: what the macro names is gone, or the text lacks values. */
type Result = Ran | { after: Conversation; unready: Prepared };

/**
 * Runs macros on conversations, one after another. One notice says what was done and, after a refusal, what was not;
 * it takes the acts back. `onDone`: all acts of all conversations are done.
 */
export function useMacro(conversations: readonly Conversation[], onDone: (macro: Macro) => void) {
  const [t, step, undoText, language, me] = [
    useTexts('chat.macros'),
    useTexts('shared.macroSteps'),
    useTexts('inbox.page')('undo'),
    useLanguage(),
    useMe(),
  ];
  const stoppedText = (macro: Macro, result: Result) => {
    const { name } = macro;
    if ('unready' in result) {
      const { gone, missing } = result.unready;
      const lost = gone.map((each) => t(`gone_${each}`)).join(', ');
      return gone.length > 0 ? t('gone', { name, lost }) : t('missing', { name, names: missing.join(', ') });
    }
    const listed = (steps: Ran['done']) => steps.map((each) => step(each)).join(', ');
    const { done, left, problem } = result;
    return [
      t('stopped', { name }),
      problemText(problem, language),
      done.length > 0 ? t('done', { steps: listed(done) }) : t('nothingDone'),
      t('left', { steps: listed(left) }),
    ].join(' ');
  };
  return useMutation({
    mutationFn: (macro: Macro) => runAll(conversations, macro.id, me.name),
    onSuccess: (results, macro) => {
      const ran = results.flatMap((each) => ('unready' in each ? [] : [each]));
      const whole = ran.filter(({ problem }) => problem === null);
      const [stopped] = results.filter((each) => 'unready' in each || each.problem !== null);
      const backs = ran.map(({ after, undo: acts }) => ({ after, acts }));
      const isUndoable = backs.some(({ acts }) => acts.length > 0);
      const action = isUndoable ? { label: undoText, run: () => void undo(backs) } : undefined;
      if (!stopped) {
        onDone(macro);
        return notify(t('ran', { name: macro.name, count: whole.length }), action);
      }
      const share = { shown: whole.length, all: conversations.length };
      const some = conversations.length > 1 ? [t('some', share)] : [];
      notifyFailure([...some, stoppedText(macro, stopped)].join(' '), action);
    },
    onError: (problem, { name }) =>
      notifyFailure([t('stopped', { name }), problemText(problem, language), t('nothingDone')].join(' ')),
  });
}

/** A refusal of one conversation does not stop the others; a lost line does. */
async function runAll(
  conversations: readonly Conversation[],
  macroId: string,
  by: string,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const conversation of conversations) {
    const { id } = conversation;
    const result = await runOne(conversation, macroId, by);
    results.push(result);
    if ('unready' in result || result.problem === null) continue;
    const { status, isTemporary } = asProblem(result.problem);
    if (status === 409) void queryClient.invalidateQueries({ queryKey: conversationQuery(id).queryKey });
    if (isTemporary || status === 401) break;
  }
  return results;
}

async function runOne(conversation: Conversation, macroId: string, by: string): Promise<Result> {
  const { id } = conversation;
  const prepared = await call('GET /conversations/{id}/macros/{macro_id}', { id, macro_id: macroId });
  if (prepared.gone.length + prepared.missing.length > 0) return { after: conversation, unready: prepared };
  return runSteps(conversation, prepared, by);
}
