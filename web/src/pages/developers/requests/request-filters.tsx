import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ComponentProps, useEffect, useState } from 'react';
import { listRequests } from '../../../api/limits.ts';
import { asProblem } from '../../../api/problem.ts';
import { keysQuery } from '../../../queries/keys.ts';
import { fromLocalInput, toLocalInput } from '../../../texts/local-input.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Field, Input, Select } from '../../../ui/field.tsx';
import { METHODS, OUTCOMES, type RequestSearch } from './search.ts';

const route = getRouteApi('/app/developers/requests');
const TYPING_MS = 300;

/** The rare filters are behind one more click. */
export function RequestFilters({ problem }: { problem: unknown }) {
  const t = useTexts('developers.requests');
  const search = route.useSearch();
  const keys = useQuery(keysQuery).data?.data ?? [];
  const set = useSet();
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Choice
          label={t('outcome')}
          value={search.outcome}
          all={t('all')}
          onChoose={(to) => set('outcome', to)}
        >
          {OUTCOMES.map((each) => (
            <option key={each} value={each}>
              {t(each)}
            </option>
          ))}
        </Choice>
        <Choice label={t('key')} value={search.key} all={t('allKeys')} onChoose={(to) => set('key', to)}>
          {keys.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice label={t('method')} value={search.method} all={t('all')} onChoose={(to) => set('method', to)}>
          {METHODS.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Choice>
        <Typed
          label={t('path')}
          value={search.path}
          placeholder="/v1/messages"
          onType={(to) => set('path', to)}
        />
      </div>
      <RareFilters problem={problem} />
    </div>
  );
}

type SetFilter = (name: keyof RequestSearch, value: string | null) => void;

function useSet(): SetFilter {
  const navigate = route.useNavigate();
  return (name, value) =>
    void navigate({
      search: ({ open: _, [name]: __, ...rest }) => ({ ...rest, ...(value && { [name]: value }) }),
      replace: true,
    });
}

function RareFilters({ problem }: { problem: unknown }) {
  const t = useTexts('developers.requests');
  const { code, id, since, until } = route.useSearch();
  const set = useSet();
  return (
    <details open={Boolean(code ?? id ?? since ?? until)}>
      <summary className="py-1 text-[13px] text-soft">{t('more')}</summary>
      <div className="mt-1.5 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Typed
          label={t('code')}
          value={code}
          placeholder="field_errors"
          problem={problem && asProblem(problem).fields.code ? t('noSuchCode') : undefined}
          onType={(to) => set('code', to)}
        />
        <Typed label={t('requestId')} value={id} onType={(to) => set('id', to)} />
        <Time label={t('since')} value={since} onChoose={(to) => set('since', to)} />
        <Time label={t('until')} value={until} onChoose={(to) => set('until', to)} />
      </div>
    </details>
  );
}

interface ChoiceProps extends Pick<ComponentProps<'select'>, 'children'> {
  label: string;
  value: string | undefined;
  all: string;
  onChoose: (value: string) => void;
}

function Choice({ label, value = '', all, onChoose, children }: ChoiceProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChoose(event.target.value)}>
          <option value="">{all}</option>
          {children}
        </Select>
      )}
    </Field>
  );
}

interface TypedProps {
  label: string;
  value: string | undefined;
  placeholder?: string;
  problem?: string | undefined;
  onType: (value: string) => void;
}

/** Filters when the typing pauses. */
function Typed({ label, value = '', placeholder, problem, onType }: TypedProps) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // Another way changed the filter, such as the button that shows all.
  if (value !== shown) {
    setShown(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onType(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value, onType]);
  return (
    <Input
      label={label}
      problem={problem}
      maxLength={listRequests.request_id.maxLength}
      spellCheck={false}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

interface TimeProps {
  label: string;
  value: string | undefined;
  onChoose: (value: string | null) => void;
}

function Time({ label, value, onChoose }: TimeProps) {
  return (
    <Input
      label={label}
      type="datetime-local"
      value={toLocalInput(value ?? null)}
      onChange={(event) => onChoose(fromLocalInput(event.target.value))}
    />
  );
}
