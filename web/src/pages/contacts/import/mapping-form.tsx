import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ContactUpsert } from '../../../api/limits.ts';
import type { Row } from '../../../csv/csv.ts';
import { useCountryNames } from '../../../numbers/country-names.ts';
import { tagsQuery } from '../../../queries/tags.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Chips } from '../../../ui/chips.tsx';
import { Checkbox, Choice, Field } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { Table, Td, Th } from '../../../ui/table.tsx';
import { BadRows } from './bad-rows.tsx';
import { checkQuery } from './check.ts';
import { FIELDS } from './columns.ts';
import { guessMapping, type NewContact, numbersOf, type Plan, planImport } from './plan.ts';

const SHOWN = 5;
const OTHERS = ['name', 'email', 'tags'] as const;

interface Props {
  rows: readonly Row[];
  onPlan: (plan: Plan) => void;
}

/** Which column is what, with the contacts that come of it. */
export function MappingForm({ rows, onPlan }: Props) {
  const t = useTexts('contacts.import');
  const known = useQuery(tagsQuery);
  const [guess, setGuess] = useState(() => guessMapping(rows));
  const [tags, setTags] = useState<readonly string[]>([]);
  useEffect(() => setGuess(guessMapping(rows)), [rows]);
  const { hasHeader } = guess;
  const [takesMore, setTakesMore] = useState(true);
  const morePhones = guess.mapping.morePhones.filter((n) => n !== guess.mapping.phone);
  const mapping = useMemo(
    () => (takesMore ? guess.mapping : { ...guess.mapping, morePhones: [] }),
    [guess, takesMore],
  );
  const [readsLocal, setReadsLocal] = useState(true);
  const [replacesTags, setReplacesTags] = useState(false);
  const numbers = useMemo(
    () => ({ list: numbersOf(rows, mapping, hasHeader), key: crypto.randomUUID() }),
    [rows, mapping, hasHeader],
  );
  const check = useQuery(checkQuery(numbers.key, numbers.list));
  const checked = check.data;
  const plan = useMemo(
    () => planImport(rows, mapping, { hasHeader, tags, checked, readsLocal, replacesTags }),
    [rows, mapping, hasHeader, tags, checked, readsLocal, replacesTags],
  );
  const names = namesOf(rows, hasHeader, (number) => t('column', { number }));
  return (
    <>
      <Section title={t('columns')} lead={t('columnsLead')}>
        <div className="grid gap-4">
          <Checkbox
            label={t('hasHeader')}
            checked={hasHeader}
            onChange={(event) => setGuess({ ...guess, hasHeader: event.target.checked })}
          />
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-5">
            {FIELDS.map((name) => (
              <Field key={name} label={t(name)}>
                {(field) => (
                  <Choice
                    {...field}
                    value={mapping[name]}
                    options={[[-1, t('noColumn')], ...names.map((each, n) => [n, each] as const)]}
                    onValue={(chosen) =>
                      setGuess({
                        hasHeader,
                        mapping: { ...guess.mapping, [name]: chosen },
                      })
                    }
                  />
                )}
              </Field>
            ))}
          </div>
          {morePhones.length > 0 && (
            <Checkbox
              label={t('morePhones', { columns: morePhones.map((n) => names[n]).join(', ') })}
              checked={takesMore}
              onChange={(event) => setTakesMore(event.target.checked)}
            />
          )}
          <Field label={t('moreTags')} hint={t('moreTagsHint')} className="max-w-md">
            {(field) => (
              <Chips
                {...field}
                maxLength={ContactUpsert['tags.*'].maxLength}
                values={tags}
                onValues={setTags}
                suggestions={(known.data ?? []).map((tag) => tag.name)}
              />
            )}
          </Field>
          <Checkbox
            label={t('replaceTags')}
            hint={t('replaceTagsHint', { count: plan.lost.tags, contacts: plan.lost.contacts })}
            checked={replacesTags}
            onChange={(event) => setReplacesTags(event.target.checked)}
          />
        </div>
      </Section>
      {mapping.phone === -1 ? (
        <p className="text-warn">{t('noPhoneColumn')}</p>
      ) : (
        <>
          <Preview plan={plan} readsLocal={readsLocal} onReadsLocal={setReadsLocal} />
          <BadRows rows={plan.bad} />
          <ProblemLine problem={check.error} />
          <div className="flex gap-2">
            {check.isError && <Button onClick={() => void check.refetch()}>{t('checkAgain')}</Button>}
            <Button
              kind="primary"
              busy={check.isFetching}
              disabled={plan.contacts.length === 0 || !checked}
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

function namesOf(rows: readonly Row[], hasHeader: boolean, numbered: (number: number) => string): string[] {
  const width = Math.max(...rows.slice(0, SHOWN).map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, n) => (hasHeader && rows[0]?.cells[n]?.trim()) || numbered(n + 1));
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
      <Table aria-label={t('preview')}>
        <thead>
          <tr>
            <Th>{t('line')}</Th>
            <Th>{t('phone')}</Th>
            <Th>{t('country')}</Th>
            {OTHERS.map((field) => (
              <Th key={field}>{t(field)}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plan.contacts.slice(0, SHOWN).map((contact) => (
            <PreviewRow key={contact.line} contact={contact} country={countryOf(contact.country ?? null)} />
          ))}
        </tbody>
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
