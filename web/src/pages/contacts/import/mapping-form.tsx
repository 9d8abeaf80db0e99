import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Row } from '../../../csv/csv.ts';
import { tagsQuery } from '../../../queries/tags.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Chips } from '../../../ui/chips.tsx';
import { Checkbox, Field, Select } from '../../../ui/field.tsx';
import { Table, Td, Th } from '../../../ui/table.tsx';
import { BadRows } from './bad-rows.tsx';
import { FIELDS, guessMapping, type NewContact, type Plan, planImport } from './plan.ts';
import { importTexts } from './texts.ts';

const SHOWN = 5;

interface Props {
  rows: readonly Row[];
  onPlan: (plan: Plan) => void;
}

/** Which column is what, with the contacts that come of it. */
export function MappingForm({ rows, onPlan }: Props) {
  const t = useTexts(importTexts);
  const known = useQuery(tagsQuery);
  const [guess, setGuess] = useState(() => guessMapping(rows));
  const [tags, setTags] = useState<readonly string[]>([]);
  useEffect(() => setGuess(guessMapping(rows)), [rows]);
  const { mapping, hasHeader } = guess;
  const plan = useMemo(
    () => planImport(rows, mapping, { hasHeader, tags }),
    [rows, mapping, hasHeader, tags],
  );
  const width = Math.max(...rows.slice(0, SHOWN).map(({ cells }) => cells.length));
  const names = Array.from({ length: width }, (_, n) => {
    const name = hasHeader ? rows[0]?.cells[n]?.trim() : '';
    return name || t('column', { number: n + 1 });
  });
  return (
    <>
      <Section title={t('columns')} lead={t('columnsLead')}>
        <div className="grid gap-4">
          <Checkbox
            label={t('hasHeader')}
            checked={hasHeader}
            onChange={(event) => setGuess({ mapping, hasHeader: event.target.checked })}
          />
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
            {FIELDS.map((name) => (
              <Field key={name} label={t(name)}>
                {(field) => (
                  <Select
                    {...field}
                    value={mapping[name]}
                    onChange={(event) =>
                      setGuess({ hasHeader, mapping: { ...mapping, [name]: Number(event.target.value) } })
                    }
                  >
                    <option value={-1}>{t('noColumn')}</option>
                    {names.map((each, n) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: A column is its place: names can be equal.
                      <option key={n} value={n}>
                        {each}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            ))}
          </div>
          <Field label={t('moreTags')} hint={t('moreTagsHint')} className="max-w-md">
            {(field) => (
              <Chips
                {...field}
                maxLength={100}
                values={tags}
                onValues={setTags}
                suggestions={(known.data ?? []).map((tag) => tag.name)}
              />
            )}
          </Field>
        </div>
      </Section>
      {mapping.phone === -1 ? (
        <p className="text-warn">{t('noPhoneColumn')}</p>
      ) : (
        <>
          <Preview plan={plan} />
          <BadRows rows={plan.bad} />
          <div>
            <Button kind="primary" disabled={plan.contacts.length === 0} onClick={() => onPlan(plan)}>
              {t('start', { count: plan.contacts.length })}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

function Preview({ plan }: { plan: Plan }) {
  const t = useTexts(importTexts);
  return (
    <Section title={t('preview')} lead={t('ready', { count: plan.contacts.length })}>
      <Table aria-label={t('preview')}>
        <thead>
          <tr>
            <Th>{t('line')}</Th>
            {FIELDS.map((field) => (
              <Th key={field}>{t(field)}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plan.contacts.slice(0, SHOWN).map((contact) => (
            <PreviewRow key={contact.line} contact={contact} />
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function PreviewRow({ contact: { line, phone, name = '', email = '', tags = [] } }: { contact: NewContact }) {
  return (
    <tr>
      <Td className="text-soft tabular-nums">{line}</Td>
      {[phone, name, email, tags.join(', ')].map((text, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The columns have a fixed order.
        <Td key={n} className="max-w-48 truncate" title={text}>
          <bdi>{text}</bdi>
        </Td>
      ))}
    </tr>
  );
}
