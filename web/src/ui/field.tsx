import { clsx } from 'clsx';
import { type ComponentProps, lazy, type ReactNode, Suspense, useId } from 'react';
import type { Problem } from '../api/problem.ts';
import { fieldText } from '../api/problem-text.ts';
import { language } from '../texts/language.ts';
import type { Options } from './options.ts';

export type { Options };

const SearchChoice = lazy(() => import('./search-choice.tsx'));

const box =
  'w-full rounded-md border border-field-line bg-card px-3 text-ink placeholder:text-faint ' +
  'disabled:opacity-60 aria-invalid:border-bad';

/** Browsers take years of six digits otherwise, which are no times. */
const LAST: Record<string, string> = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59' };

/** A control with a label is a whole field. */
type Labelled<Tag extends 'input' | 'textarea' | 'select'> = ComponentProps<Tag> & Said;

export function Input({ className, type, ...props }: Labelled<'input'>) {
  return labelled(props, (control) => (
    <input type={type} max={LAST[type ?? '']} className={clsx(box, 'h-9', className)} {...control} />
  ));
}

export function TextArea({ className, ...props }: Labelled<'textarea'>) {
  return labelled(props, (control) => (
    <textarea className={clsx(box, 'min-h-20 py-2', className)} {...control} />
  ));
}

function labelled<Props extends Said>(
  { label, hint, problem, ...control }: Props,
  draw: (control: Omit<Props, keyof Said>) => ReactNode,
) {
  if (label === undefined) return draw(control);
  return <Field {...{ label, hint, problem }}>{(ids) => draw({ ...ids, ...control })}</Field>;
}

/** The list of the system: it works with any keyboard, screen reader and phone. */
export function Select({ className, ...props }: Labelled<'select'>) {
  return labelled(props, (control) => <select className={clsx(box, 'h-9 pr-8', className)} {...control} />);
}

interface ChoiceProps<Value> extends Omit<Labelled<'select'>, 'value' | 'onChange'> {
  options: Options<Value>;
  value: Value;
  onValue: (value: Value) => void;
}

/** Longer lists are searched by typing. */
const MAX_LISTED = 12;

/** One of some values: by the list of the system, or by a search in many. */
export function Choice<Value extends string | number | boolean | null>(props: ChoiceProps<Value>) {
  const { options, value, onValue, ...select } = props;
  return labelled(select, ({ className, ...control }) => {
    const list = <ListChoice {...{ options, value, onValue, className }} {...control} />;
    if (options.length <= MAX_LISTED) return list;
    const { id, disabled, 'aria-label': label, 'aria-describedby': described } = control;
    return (
      <Suspense fallback={list}>
        <SearchChoice
          {...{ id, disabled, 'aria-label': label, 'aria-describedby': described }}
          aria-invalid={control['aria-invalid']}
          className={clsx(box, 'h-9', className)}
          // Generic components lose their type parameter by `lazy`.
          options={options as Options<unknown>}
          value={value}
          onValue={(chosen) => onValue(chosen as Value)}
        />
      </Suspense>
    );
  });
}

function ListChoice<Value extends string | number | boolean | null>(props: ChoiceProps<Value>) {
  const { options, value, onValue, ...select } = props;
  const choose = (chosen: (typeof options)[number] | undefined) => chosen && onValue(chosen[0]);
  return (
    <Select
      value={String(value ?? '')}
      onChange={({ target }) => choose(options[target.selectedIndex])}
      {...select}
    >
      {[...Map.groupBy(options, ([, , group]) => group)].map(([group, members]) => {
        const texts = members.map(([each, text]) => (
          <option key={String(each)} value={String(each ?? '')}>
            {text}
          </option>
        ));
        return group === undefined ? (
          texts
        ) : (
          <optgroup key={group} label={group}>
            {texts}
          </optgroup>
        );
      })}
    </Select>
  );
}

interface Said {
  label?: ReactNode;
  /** One sentence below the field. */
  hint?: ReactNode;
  /** What is wrong. Replaces nothing: the hint stays. */
  problem?: string | undefined;
}

interface FieldProps extends Said {
  className?: string;
  children: (field: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}

/** A label, its control, a hint and the problem, tied together for screen readers. */
export function Field({ label, hint, problem, className, children }: FieldProps) {
  const id = useId();
  const [hintId, problemId] = [`${id}-hint`, `${id}-problem`];
  const described = [hint && hintId, problem && problemId].filter(Boolean).join(' ');
  const control = {
    id,
    ...(described && { 'aria-describedby': described }),
    ...(problem && ({ 'aria-invalid': true } as const)),
  };
  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-[13px] font-medium">
        {label}
      </label>
      {children(control)}
      {hint && (
        <p id={hintId} className="text-[13px] text-faint">
          {hint}
        </p>
      )}
      {problem && (
        <p id={problemId} className="text-[13px] text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The first problem of a field in an answer of the gateway, or of an entry of its list, in words of people. */
export function fieldProblem(problem: Problem | null, field: string): string | undefined {
  const [, texts] =
    Object.entries(problem?.fields ?? {}).find(([path]) => path === field || path.startsWith(`${field}.`)) ??
    [];
  const [text] = texts ?? [];
  return text && fieldText(text, language());
}

type CheckProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode };

export function Checkbox({ label, hint, className, ...props }: CheckProps) {
  const id = useId();
  return (
    <div className={clsx('flex items-start gap-2.5', className)}>
      <input id={id} type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" {...props} />
      <label htmlFor={id} className="grid gap-0.5">
        <span>{label}</span>
        {hint && <span className="text-[13px] text-faint">{hint}</span>}
      </label>
    </div>
  );
}
