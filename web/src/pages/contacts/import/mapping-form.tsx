import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ContactUpsert } from '../../../api/limits.ts';
import { ColumnChoice, columnNames } from '../../../csv/column-choice.tsx';
import type { Row } from '../../../csv/csv.ts';
import { useCountryNames } from '../../../numbers/country-names.ts';
import { fieldTitle } from '../../../people/field-names.ts';
import { type OwnField, useOwnFields } from '../../../queries/own-fields.ts';
import { tagsQuery } from '../../../queries/tags.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Chips } from '../../../ui/chips.tsx';
import { Checkbox, Field } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { Table, Td } from '../../../ui/table.tsx';
import { BadRows } from './bad-rows.tsx';
import { checkQuery } from './check.ts';
import { FIELDS } from './columns.ts';
import { guessMapping, type NewContact, numbersOf, type Plan, planImport } from './plan.ts';
import { UnusedColumns } from './unused-columns.tsx';

const SHOWN = 5;
const OTHERS = ['name', 'email', 'tags'] as const;

interface Props {
  rows: readonly Row[];
  onPlan: (plan: Plan) => void;
}

/** Which column is what, with the contacts that come of it. */
export function MappingForm({ rows, onPlan }: Props) {
  const t = useTexts('contacts.import');
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const own = useOwnFields() ?? NO_FIELDS;
  const guessed = useMemo(
    () =>
      guessMapping(
        rows,
        own.map(({ name }) => name),
      ),
    [rows, own],
  );
  const [chosen, setChosen] = useState<Guess | null>(null);
  const guess = chosen ? withOwn(chosen, guessed) : guessed;
  const { check, plan } = usePlan(rows, guess, choices, own);
  const change = (some: Partial<Choices>) => setChoices({ ...choices, ...some });
  return (
    <>
      <Section title={t('columns')} lead={t('columnsLead')}>
        <Columns {...{ rows, guess, plan, choices, change, own }} onGuess={setChosen} />
      </Section>
      {guess.mapping.phone === -1 ? (
        <p className="text-warn">{t('noPhoneColumn')}</p>
      ) : (
        <>
          <Preview
            plan={plan}
            readsLocal={choices.readsLocal}
            onReadsLocal={(readsLocal) => change({ readsLocal })}
          />
          <BadRows rows={plan.bad} />
          <ProblemLine problem={check.error} />
          <div className="flex gap-2">
            {check.isError && <Button onClick={() => void check.refetch()}>{t('checkAgain')}</Button>}
            <Button
              kind="primary"
              busy={check.isFetching}
              disabled={plan.contacts.length === 0 || !check.data}
              onClick={() => onPlan(plan)}
            >
              {t('start', { count: plan.contacts.length })}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

interface Choices {
  tags: readonly string[];
  /** Further columns with numbers are taken too. */
  takesMore: boolean;
  readsLocal: boolean;
  replacesTags: boolean;
}

const NO_FIELDS: readonly OwnField[] = [];

const NO_CHOICES: Choices = { tags: [], takesMore: true, readsLocal: true, replacesTags: false };

type Guess = ReturnType<typeof guessMapping>;

/** What the user has chosen stays; a field that is made meanwhile gets its column. */
function withOwn({ mapping, hasHeader }: Guess, { mapping: { own } }: Guess): Guess {
  return { hasHeader, mapping: { ...mapping, own: { ...own, ...mapping.own } } };
}

/** What comes of the rows, once the gateway has checked their numbers. */
function usePlan(
  rows: readonly Row[],
  { mapping: found, hasHeader }: Guess,
  choices: Choices,
  own: readonly OwnField[],
) {
  const { takesMore, tags, readsLocal, replacesTags } = choices;
  const mapping = useMemo(() => (takesMore ? found : { ...found, morePhones: [] }), [found, takesMore]);
  const numbers = useMemo(
    () => ({ list: numbersOf(rows, mapping, hasHeader), key: crypto.randomUUID() }),
    [rows, mapping, hasHeader],
  );
  const check = useQuery(checkQuery(numbers.key, numbers.list));
  const checked = check.data;
  const plan = useMemo(
    () => planImport(rows, mapping, { hasHeader, tags, own, checked, readsLocal, replacesTags }),
    [rows, mapping, hasHeader, tags, own, checked, readsLocal, replacesTags],
  );
  return { check, plan };
}

interface ColumnsProps extends Pick<Props, 'rows'> {
  guess: Guess;
  onGuess: (guess: Guess) => void;
  plan: Plan;
  choices: Choices;
  change: (some: Partial<Choices>) => void;
  own: readonly OwnField[];
}

function Columns({ rows, guess, onGuess, plan, choices, change, own }: ColumnsProps) {
  const t = useTexts('contacts.import');
  const known = useQuery(tagsQuery);
  const { mapping, hasHeader } = guess;
  const names = columnNames(rows, hasHeader, (number) => t('column', { number }));
  const morePhones = mapping.morePhones.filter((n) => n !== mapping.phone);
  return (
    <div className="grid gap-4">
      <Checkbox
        label={t('hasHeader')}
        checked={hasHeader}
        onChange={({ target }) => onGuess({ ...guess, hasHeader: target.checked })}
      />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-5">
        {FIELDS.map((name) => (
          <ColumnChoice
            key={name}
            label={t(name)}
            none={t('noColumn')}
            names={names}
            value={mapping[name]}
            onValue={(at) => onGuess({ hasHeader, mapping: { ...mapping, [name]: at } })}
          />
        ))}
        {own.map(({ name }) => (
          <ColumnChoice
            key={name}
            label={fieldTitle(name)}
            none={t('noColumn')}
            names={names}
            value={mapping.own[name] ?? -1}
            onValue={(at) =>
              onGuess({ hasHeader, mapping: { ...mapping, own: { ...mapping.own, [name]: at } } })
            }
          />
        ))}
      </div>
      <UnusedColumns titles={unusedOf(rows, guess)} known={own.map(({ name }) => name)} />
      {morePhones.length > 0 && (
        <Checkbox
          label={t('morePhones', { columns: morePhones.map((n) => names[n]).join(', ') })}
          checked={choices.takesMore}
          onChange={({ target }) => change({ takesMore: target.checked })}
        />
      )}
      <Field label={t('moreTags')} hint={t('moreTagsHint')} className="max-w-md">
        {(field) => (
          <Chips
            {...field}
            maxLength={ContactUpsert['tags.*'].maxLength}
            values={choices.tags}
            onValues={(tags) => change({ tags })}
            suggestions={(known.data ?? []).map((tag) => tag.name)}
          />
        )}
      </Field>
      <Checkbox
        label={t('replaceTags')}
        hint={t('replaceTagsHint', { count: plan.lost.tags, contacts: plan.lost.contacts })}
        checked={choices.replacesTags}
        onChange={({ target }) => change({ replacesTags: target.checked })}
      />
    </div>
  );
}

/** The titles of filled columns that no field takes. */
function unusedOf(rows: readonly Row[], { mapping, hasHeader }: Guess): string[] {
  const { own, labels, morePhones, ...plain } = mapping;
  const used = new Set([
    ...Object.values(plain),
    ...Object.values(own),
    ...Object.values(labels),
    ...morePhones,
  ]);
  const titles = hasHeader ? (rows[0]?.cells ?? []) : [];
  const isFilled = (at: number) => rows.slice(1).some(({ cells }) => cells[at]?.trim());
  return titles.map((title) => title.trim()).filter((title, at) => title && !used.has(at) && isFilled(at));
}

interface PreviewProps {
  plan: Plan;
  readsLocal: boolean;
  onReadsLocal: (readsLocal: boolean) => void;
}

function Preview({ plan, readsLocal, onReadsLocal }: PreviewProps) {
  const t = useTexts('contacts.import');
  const countryOf = useCountryNames();
  const [sample] = plan.locals;
  return (
    <Section title={t('preview')} lead={t('ready', { count: plan.contacts.length })}>
      {sample?.local && (
        <Checkbox
          className="pb-4"
          label={t('readLocal', {
            count: plan.locals.length,
            country: countryOf(sample.local.country),
          })}
          hint={t('readLocalHint', {
            input: sample.input,
            local: `+${sample.local.number}`,
            other: `+${sample.number} ${sample.country ? `(${countryOf(sample.country)})` : ''}`.trim(),
          })}
          checked={readsLocal}
          onChange={(event) => onReadsLocal(event.target.checked)}
        />
      )}
      <Table
        aria-label={t('preview')}
        head={[t('line'), t('phone'), t('country'), ...OTHERS.map((field) => t(field))]}
      >
        {plan.contacts.slice(0, SHOWN).map((contact) => (
          <PreviewRow key={contact.line} contact={contact} country={countryOf(contact.country ?? null)} />
        ))}
      </Table>
    </Section>
  );
}

function PreviewRow({ contact, country }: { contact: NewContact; country: string }) {
  const { line, phone, number, name = '', email = '', tags = [] } = contact;
  return (
    <tr>
      <Td className="text-soft tabular-nums">{line}</Td>
      {[number === undefined ? phone : `+${number}`, country, name, email, tags.join(', ')].map((text, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The columns have a fixed order.
        <Td key={n} className="max-w-48 truncate" title={text}>
          <bdi>{text}</bdi>
        </Td>
      ))}
    </tr>
  );
}
