import { useQuery } from '@tanstack/react-query';
import { StoredFileField } from '../../../../files/stored-file-field.tsx';
import type { Media } from '../../../../files/use-upload.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Chips } from '../../../../ui/chips.tsx';
import { Checkbox, Choice, Field, Input } from '../../../../ui/field.tsx';
import { listOf, textOf, valueAt } from '../model/definition.ts';
import { allFlowsQuery } from '../queries.ts';
import { ApprovedTemplate } from './approved-template.tsx';
import { DurationField } from './duration-field.tsx';
import type { FormField } from './field.ts';
import { type FormContext, useLabels } from './form.ts';
import { JsonField } from './json-field.tsx';
import { ListView } from './list-view.tsx';
import { TemplateField } from './template-field.tsx';

interface Props<Kind extends FormField['kind'] = FormField['kind']> {
  field: Extract<FormField, { kind: Kind }>;
  /** The node, or the entry of a list. */
  value: unknown;
  /** Of the entry within the node: empty, or such as `tests.0.`. */
  prefix: string;
  form: FormContext;
}

/** One field of a form, whatever its kind. */
export function FieldView({ field, value, prefix, form }: Props) {
  const shared = { value, prefix, form };
  switch (field.kind) {
    case 'text':
      return <TextView field={field} {...shared} />;
    case 'number':
      return <NumberView field={field} {...shared} />;
    case 'select':
      return <SelectView field={field} {...shared} />;
    case 'words':
      return <WordsView field={field} {...shared} />;
    case 'variable':
      return <VariableView field={field} {...shared} />;
    case 'flow':
      return <FlowView field={field} {...shared} />;
    case 'check':
      return <CheckView field={field} {...shared} />;
    case 'several':
      return <SeveralView field={field} {...shared} />;
    case 'time':
      return <TimeView field={field} {...shared} />;
    case 'duration':
      return <DurationField {...wired(field, shared)} field={field} />;
    case 'template':
      return <ApprovedTemplate {...wired(field, shared)} form={form} />;
    case 'file':
      return <FileView field={field} {...shared} />;
    case 'json':
      return <JsonField {...wired(field, shared)} field={field} />;
    case 'list':
      return (
        <ListView field={field} {...shared}>
          {(inner, item, at) => <FieldView field={inner} value={item} prefix={at} form={form} />}
        </ListView>
      );
    default:
      return field satisfies never;
  }
}

/** What a field shows, and how it changes. */
function wired(field: FormField, { value, prefix, form }: Omit<Props, 'field'>) {
  const path = prefix + field.path;
  return {
    shown: valueAt(value, field.path),
    set: (next: unknown) => form.set(path, next),
    problem: form.problemOf(path),
  };
}

function TextView({ field, ...shared }: Props<'text'>) {
  const { label, hint } = useLabels(field);
  const { shown, set, problem } = wired(field, shared);
  return (
    <TemplateField
      {...{ label, hint, problem }}
      rows={field.rows ?? 1}
      max={field.max}
      value={textOf(shown)}
      onChange={(text) => set(text === '' ? undefined : text)}
      variables={field.hasValues ? shared.form.variables : null}
    />
  );
}

function FileView({ field, ...shared }: Props<'file'>) {
  const { label, hint } = useLabels(field);
  const { shown, set, problem } = wired(field, shared);
  const { form, prefix } = shared;
  const choose = (file: Media | null) => {
    set(file?.id);
    if (!file) return;
    form.set(prefix + field.typePath, file.type);
    form.set(prefix + field.instead, undefined);
  };
  return <StoredFileField {...{ label, hint, problem }} id={textOf(shown) || null} onFile={choose} />;
}

function NumberView({ field, ...shared }: Props<'number'>) {
  const { label, hint } = useLabels(field);
  const { shown, set, problem } = wired(field, shared);
  return (
    <Input
      label={label}
      hint={hint}
      problem={problem}
      type="number"
      className="max-w-40"
      min={field.min}
      max={field.max}
      step={field.isInteger ? 1 : 'any'}
      placeholder={field.usual === undefined ? undefined : String(field.usual)}
      value={typeof shown === 'number' ? shown : ''}
      onChange={({ target }) => set(target.value === '' ? undefined : within(target.valueAsNumber, field))}
    />
  );
}

const within = (value: number, { max, isInteger }: { max?: number; isInteger?: boolean }): number =>
  Math.min(isInteger ? Math.round(value) : value, max ?? Number.MAX_SAFE_INTEGER);

function SelectView({ field, ...shared }: Props<'select'>) {
  const t = useTexts('flows.forms');
  const { label, hint } = useLabels(field);
  const { shown, set, problem } = wired(field, shared);
  const choose = (next: string) => {
    const { replaces } = field;
    if (replaces) shared.form.set(shared.prefix + replaces.path, replaces.blank(next));
    else set(next);
  };
  return (
    <Choice
      label={label}
      hint={hint}
      problem={problem}
      value={textOf(shown) || field.default}
      options={field.options.map(([option, text]) => [
        option,
        typeof text === 'string' ? t(text) : text.text,
      ])}
      onValue={choose}
    />
  );
}

function WordsView({ field, ...shared }: Props<'words'>) {
  const { label, hint } = useLabels(field);
  const { shown, set, problem } = wired(field, shared);
  const values = listOf(shown).map(textOf);
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <Chips
          {...control}
          maxLength={field.max}
          disabled={values.length >= field.most}
          values={values}
          onValues={(next) => set(next)}
        />
      )}
    </Field>
  );
}

function VariableView({ field, ...shared }: Props<'variable'>) {
  const { label, hint } = useLabels(field);
  const { shown, set, problem } = wired(field, shared);
  // Spaces and capitals become what a name can have, while the user types.
  const clean = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_');
  return (
    <Input
      label={label}
      hint={hint}
      problem={problem}
      className="font-mono"
      maxLength={40}
      autoCapitalize="none"
      value={textOf(shown)}
      onChange={({ target }) => set(clean(target.value) || undefined)}
    />
  );
}

function FlowView({ field, ...shared }: Props<'flow'>) {
  const t = useTexts('flows.forms');
  const { label, hint } = useLabels(field);
  const { shown, set, problem } = wired(field, shared);
  const flows = (useQuery(allFlowsQuery).data ?? []).filter(
    ({ id, published_version }) => published_version !== null || id === shown,
  );
  return (
    <Choice
      label={label}
      hint={hint}
      problem={problem}
      value={textOf(shown)}
      options={[['', t(field.none)], ...flows.map(({ id, name }) => [id, name] as const)]}
      onValue={(chosen) => set(chosen || undefined)}
    />
  );
}

function CheckView({ field, ...shared }: Props<'check'>) {
  const { label, hint } = useLabels(field);
  const { shown, set } = wired(field, shared);
  return (
    <Checkbox
      label={label}
      hint={hint}
      checked={field.isOn(shown)}
      onChange={({ target }) => set(target.checked ? field.on : field.off)}
    />
  );
}

/** All of them when the field is missing. */
function SeveralView({ field, ...shared }: Props<'several'>) {
  const t = useTexts('flows.forms');
  const { shown, set, problem } = wired(field, shared);
  const all = field.options.map(([option]) => option);
  const chosen = Array.isArray(shown) ? shown : all;
  const toggle = (option: string) => set(all.filter((each) => (each === option) !== chosen.includes(each)));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-[13px] font-medium">{t(field.label)}</legend>
      {field.options.map(([option, label]) => (
        <Checkbox
          key={option}
          label={t(label)}
          checked={chosen.includes(option)}
          onChange={() => toggle(option)}
        />
      ))}
      {problem && <p className="text-[13px] text-bad">{problem}</p>}
    </fieldset>
  );
}

function TimeView({ field, ...shared }: Props<'time'>) {
  const { label, hint } = useLabels(field);
  const { shown, set, problem } = wired(field, shared);
  const time = textOf(shown);
  return (
    <Input
      label={label}
      hint={hint}
      problem={problem}
      type="time"
      className="max-w-40"
      value={time}
      onChange={({ target }) => set(target.value || undefined)}
    />
  );
}
