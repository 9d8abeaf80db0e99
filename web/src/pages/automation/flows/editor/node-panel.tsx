import { Copy, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { Choice, Input } from '../../../../ui/field.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { FieldView } from '../forms/field-view.tsx';
import { fieldsOf } from '../forms/fields.ts';
import type { FormContext } from '../forms/form.ts';
import type { FlowNode } from '../model/definition.ts';
import { type Outcome, outcomesOf } from '../model/edges.ts';
import { connect, type Port, setField } from '../model/edits.ts';
import { longTitleOf, outcomeText } from '../model/summary.ts';
import { variablesOf } from '../model/variables.ts';
import { NodeIcon } from './node-icon.tsx';
import { isAt, messageWords, problemWords } from './problem-words.ts';
import type { Editor } from './use-editor.ts';

interface Props {
  editor: Editor;
  node: FlowNode;
  onAdd: (port: Port) => void;
}

/** The form of the chosen node. Key it by the node. */
export function NodePanel({ editor, node, onAdd }: Props) {
  const [t, form, nodes] = [useTexts('flows.editor'), useTexts('flows.forms'), useTexts('flows.nodes')];
  const context = useFormContext(editor, node);
  const outcomes = outcomesOf(node);
  const remove = () => {
    editor.remove([node.id]);
    notify(t('removed'), { label: t('undo'), run: editor.undo });
  };
  return (
    <div className="grid gap-4">
      <header className="flex items-start gap-2.5">
        <NodeIcon type={node.type} />
        <div className="grid flex-1 gap-0.5">
          <h2 className="font-semibold">{nodes(node.type)}</h2>
          <p className="text-[13px] text-soft">{nodes(`${node.type}Help`)}</p>
        </div>
        {node.type !== 'start' && (
          <>
            <IconButton small label={t('duplicate')} onClick={() => editor.duplicate(node.id)} icon={Copy} />
            <IconButton small label={t('remove')} onClick={remove} icon={Trash2} />
          </>
        )}
      </header>
      <NodeProblems editor={editor} node={node} />
      {fieldsOf(node).map((field) => (
        <FieldView key={field.path + field.kind} field={field} value={node} prefix="" form={context} />
      ))}
      {outcomes.length > 0 && (
        <fieldset className="grid gap-3 border-t border-line pt-4">
          <legend className="float-left mb-3 font-medium">{form('goTo')}</legend>
          {outcomes.map((outcome) => (
            <WayField key={outcome.path} {...{ editor, node, outcome, onAdd }} />
          ))}
        </fieldset>
      )}
      {node.type !== 'contact' && (
        <Input
          label={form('stepName')}
          hint={form('stepNameHint')}
          problem={context.problemOf('name')}
          maxLength={100}
          value={typeof node.name === 'string' ? node.name : ''}
          onChange={({ target }) => context.set('name', target.value || undefined)}
        />
      )}
      <p className="text-xs text-faint">{t('stepId', { id: node.id })}</p>
    </div>
  );
}

function useFormContext(editor: Editor, node: FlowNode): FormContext {
  const language = useLanguage();
  const { definition, devices } = editor.draft;
  const variables = useMemo(() => variablesOf(definition), [definition]);
  return {
    variables,
    deviceUuids: devices ?? [],
    set: (path, value) =>
      editor.editDefinition((now) => setField(now, node.id, path, value), `${node.id} ${path}`),
    problemOf(path) {
      const found = editor.problems.find((problem) => problem.node_id === node.id && isAt(problem, path));
      if (!found) return undefined;
      return found.code === 'invalid'
        ? messageWords(found.message, language)
        : problemWords(found, node, language);
    },
  };
}

/** Those that belong to no field. */
function NodeProblems({ editor, node }: { editor: Editor; node: FlowNode }) {
  const language = useLanguage();
  const found = [...editor.problems, ...editor.warnings].filter(
    ({ node_id, path }) => node_id === node.id && path === null,
  );
  if (found.length === 0) return null;
  return (
    <ul className="grid gap-1 rounded-md bg-warn-soft px-3 py-2 text-[13px] text-warn">
      {found.map((problem) => (
        <li key={problem.code + problem.message}>{problemWords(problem, node, language)}</li>
      ))}
    </ul>
  );
}

const NEW = '+';

function WayField({ editor, node, outcome, onAdd }: Props & { outcome: Outcome }) {
  const [t, language] = [useTexts('flows.forms'), useLanguage()];
  const port = { from: node.id, path: outcome.path };
  const { nodes } = editor.draft.definition;
  const isKnown = outcome.to === null || nodes.some(({ id }) => id === outcome.to);
  const found = editor.problems.find(({ node_id, path }) => node_id === node.id && path === outcome.path);
  // A way that was connected since the last save is no problem any more.
  const isStale = found?.code === 'missing_edge' && outcome.to !== null;
  const choose = (to: string) => {
    if (to === NEW) return onAdd(port);
    editor.editDefinition((now) => connect(now, port, to || null));
  };
  return (
    <Choice
      label={outcomeText(outcome, language)}
      problem={found && !isStale ? problemWords(found, node, language) : undefined}
      value={outcome.to ?? ''}
      options={[
        ['', t(outcome.isRequired ? 'nowhere' : 'optionalWay')],
        [NEW, t('newStep')],
        ...(!isKnown ? [[outcome.to ?? '', t('otherStep', { id: outcome.to ?? '' })] as const] : []),
        ...nodes
          .filter(({ type }) => type !== 'start')
          .map((each) => [each.id, longTitleOf(each, language)] as const),
      ]}
      onValue={choose}
    />
  );
}
