import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { deepEqual } from '@tanstack/react-router';
import { type ComponentType, type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, useForm, useWatch } from 'react-hook-form';
import { asProblem } from '../../api/problem.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import type { BoxProps } from '../dialog-box.tsx';
import { LeaveGuard } from '../leave-guard.tsx';
import { ProblemLine } from '../problem-line.tsx';
import { SaveBar } from '../save-bar.tsx';
import { FormFacts, type Limits } from './facts.ts';

interface Props<Values extends FieldValues, Answer> {
  /** What the fields may hold: the body of the call in `api/limits.ts`. */
  limits?: Limits;
  /** A value for each field. */
  initial: Values;
  /** `before`: what is saved already. Null: nothing is saved, because the form asks something first. */
  save: (values: Values, before: Values) => Promise<Answer | null>;
  /** `hasMore`: what was typed meanwhile is not saved yet. */
  onSaved?: (answer: Answer, values: Values, hasMore: boolean) => unknown;
  /** What the form then holds, if the gateway changes values. */
  saved?: (answer: Answer) => Values;
  /** The queries that are read again after saving. */
  changes?: QueryKey;
  /** The verb of the button. Default: `Save`. */
  action?: string;
  /** What says a problem of the call. Default: `ProblemLine`. */
  said?: ComponentType<{ problem: unknown }>;
  /** Another button, at the other end. */
  aside?: ReactNode;
  /** The fields; as a function of what they hold, if some depend on others. */
  children: ReactNode | ((values: Values) => ReactNode);
}

interface DialogProps<Values extends FieldValues, Answer>
  extends Props<Values, Answer>,
    Pick<BoxProps, 'title' | 'lead' | 'width' | 'firm' | 'onClose'> {
  /** The act takes something away. */
  danger?: boolean;
}

/** A form before the page. Its fields take value, limits and problem by their name. Closes when it is saved. */
export function FormDialog<Values extends FieldValues, Answer>(props: DialogProps<Values, Answer>) {
  const { title, lead, width, firm, onClose, onSaved = onClose, action, danger, aside } = props;
  const t = useTexts('common.ui');
  const id = useId();
  const saving = useSaving({ ...props, onSaved });
  const footer = (
    <>
      {aside && <div className="mr-auto">{aside}</div>}
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button kind={danger ? 'danger' : 'primary'} type="submit" form={id} busy={saving.isBusy}>
        {action ?? t('save')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      {...{ title, lead, width, firm, onClose, footer }}
      unsaved={() => saving.isUnsaved() || holdsTyped(id)}
    >
      <Form id={id} saving={saving} {...props} />
    </Dialog>
  );
}

/** Text in a field of chips that is no chip yet. */
const holdsTyped = (form: string) => document.getElementById(form)?.querySelector('[data-typed]') != null;

/** A form that is a part of a page. Without `action`, its button stays in sight. */
export function PageForm<Values extends FieldValues, Answer>(props: Props<Values, Answer>) {
  const saving = useSaving(props);
  const end =
    props.action === undefined ? (
      <SaveBar busy={saving.isBusy} />
    ) : (
      <div className="flex flex-wrap gap-2">
        {props.aside}
        <Button kind="primary" type="submit" className="ml-auto" busy={saving.isBusy}>
          {props.action}
        </Button>
      </div>
    );
  return (
    <>
      <Form saving={saving} end={end} {...props} />
      <LeaveGuard when={saving.isUnsaved} />
    </>
  );
}

type Saving<Values extends FieldValues> = ReturnType<typeof useSaving<Values, unknown>>;

function useSaving<Values extends FieldValues, Answer>(props: Omit<Props<Values, Answer>, 'children'>) {
  const { initial, save, saved, onSaved, changes } = props;
  const client = useQueryClient();
  const form = useForm<Values>({ defaultValues: initial as DefaultValues<Values> }); // a value for each field
  const base = useRef(initial);
  const isUnsaved = () => !deepEqual(base.current, form.getValues());
  const { error, isPending, mutate } = useMutation({
    mutationFn: (values: Values) => save(values, base.current),
    onSuccess: async (answer, sent) => {
      if (answer === null) return;
      base.current = sent;
      const hasMore = isUnsaved();
      if (saved) base.current = saved(answer);
      // What was typed meanwhile stays.
      if (saved && !hasMore) form.reset(base.current);
      onSaved?.(answer, sent, hasMore);
      if (changes) await client.invalidateQueries({ queryKey: changes });
    },
  });
  return {
    form,
    error,
    isBusy: isPending,
    isUnsaved,
    submit: (event?: FormEvent) => {
      // A dialog of a field is drawn elsewhere, but its events also reach the form around it.
      event?.stopPropagation();
      void form.handleSubmit((values) => mutate(values))(event);
    },
  };
}

interface FormProps<Values extends FieldValues>
  extends Pick<Props<Values, never>, 'limits' | 'said' | 'children'> {
  id?: string;
  saving: Saving<Values>;
  /** Behind the fields. */
  end?: ReactNode;
}

function Form<Values extends FieldValues>(props: FormProps<Values>) {
  const { id, limits, saving, said: Said = ProblemLine, end, children } = props;
  const { form, error, submit, isUnsaved } = saving;
  const box = useRef<HTMLFormElement>(null);
  const problem = error ? asProblem(error) : null;
  useEffect(() => {
    if (!error) return;
    const wrong = box.current?.querySelector<HTMLElement>('[aria-invalid]');
    if (wrong) wrong.focus();
    else box.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <FormProvider {...form}>
      <FormFacts value={{ limits, problem, submit: () => submit(), isUnsaved }}>
        <form id={id} ref={box} className="grid gap-4" onSubmit={submit}>
          {typeof children === 'function' ? <Watched of={children} /> : children}
          <Said problem={problem} />
          {end}
        </form>
      </FormFacts>
    </FormProvider>
  );
}

function Watched<Values extends FieldValues>({ of }: { of: (values: Values) => ReactNode }) {
  return of(useWatch() as Values); // each field has its value from the start
}
