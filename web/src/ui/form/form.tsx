import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { deepEqual } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
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
  /** Null: nothing is saved, because the form asks something first. */
  save: (values: Values) => Promise<Answer | null>;
  onSaved?: (answer: Answer, values: Values) => unknown;
  /** The queries that are read again after saving. */
  changes?: QueryKey;
  /** The verb of the button. Default: `Save`. */
  action?: string;
  /** The fields; as a function of what they hold, if some depend on others. */
  children: ReactNode | ((values: Values) => ReactNode);
}

interface DialogProps<Values extends FieldValues, Answer>
  extends Props<Values, Answer>,
    Pick<BoxProps, 'title' | 'lead' | 'width' | 'firm' | 'onClose'> {
  /** The act takes something away. */
  danger?: boolean;
  /** Another button, at the other end. */
  aside?: ReactNode;
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
    <Dialog open {...{ title, lead, width, firm, onClose, footer }} unsaved={saving.isUnsaved}>
      <Form id={id} limits={props.limits} saving={saving}>
        {props.children}
      </Form>
    </Dialog>
  );
}

/** A form that is a part of a page. Without `action`, its button stays in sight. */
export function PageForm<Values extends FieldValues, Answer>(props: Props<Values, Answer>) {
  const saving = useSaving(props);
  const end =
    props.action === undefined ? (
      <SaveBar busy={saving.isBusy} />
    ) : (
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={saving.isBusy}>
          {props.action}
        </Button>
      </div>
    );
  return (
    <>
      <Form limits={props.limits} saving={saving} end={end}>
        {props.children}
      </Form>
      <LeaveGuard when={saving.isUnsaved} />
    </>
  );
}

type Saving<Values extends FieldValues> = ReturnType<typeof useSaving<Values, unknown>>;

function useSaving<Values extends FieldValues, Answer>(props: Omit<Props<Values, Answer>, 'children'>) {
  const { initial, save, onSaved, changes } = props;
  const client = useQueryClient();
  const form = useForm<Values>({ defaultValues: initial as DefaultValues<Values> }); // a value for each field
  const base = useRef(initial);
  const { error, isPending, mutate } = useMutation({
    mutationFn: save,
    onSuccess: async (answer, sent) => {
      if (answer === null) return;
      base.current = sent;
      onSaved?.(answer, sent);
      if (changes) await client.invalidateQueries({ queryKey: changes });
    },
  });
  return {
    ...{ form, error, isBusy: isPending },
    isUnsaved: () => !deepEqual(base.current, form.getValues()),
    submit: (event?: FormEvent) => {
      // A dialog of a field is drawn elsewhere, but its events also reach the form around it.
      event?.stopPropagation();
      void form.handleSubmit((values) => mutate(values))(event);
    },
  };
}

interface FormProps<Values extends FieldValues> {
  id?: string;
  limits: Limits | undefined;
  saving: Saving<Values>;
  end?: ReactNode;
  children: Props<Values, unknown>['children'];
}

function Form<Values extends FieldValues>({ id, limits, saving, end, children }: FormProps<Values>) {
  const { form, error, submit } = saving;
  const box = useRef<HTMLFormElement>(null);
  const problem = error ? asProblem(error) : null;
  useEffect(() => {
    const wrong = error && box.current?.querySelector<HTMLElement>('[aria-invalid]');
    if (wrong) wrong.focus();
    else box.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <FormProvider {...form}>
      <FormFacts value={{ limits, problem, submit: () => submit() }}>
        <form id={id} ref={box} className="grid gap-4" onSubmit={submit}>
          {typeof children === 'function' ? <Watched of={children} /> : children}
          <ProblemLine problem={problem} />
          {end}
        </form>
      </FormFacts>
    </FormProvider>
  );
}

function Watched<Values extends FieldValues>({ of }: { of: (values: Values) => ReactNode }) {
  return of(useWatch() as Values); // each field has its value from the start
}

/** The first values of a form: those of what exists, else of a new thing. */
export function valuesOf<Values extends object>(blank: Values, thing: Partial<Values> | null): Values {
  const names = Object.keys(blank) as (keyof Values)[]; // its own
  const values = names.map((name) => [name, thing?.[name] === undefined ? blank[name] : thing[name]]);
  return Object.fromEntries(values) as Values; // the same keys
}
