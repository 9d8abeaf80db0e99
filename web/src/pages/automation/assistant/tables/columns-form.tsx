import { useContext } from 'react';
import { call } from '../../../../api/call.ts';
import { ChangeKnowledgeTable } from '../../../../api/limits.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Section } from '../../../../ui/card.tsx';
import { fieldProblem } from '../../../../ui/field.tsx';
import { FormFacts } from '../../../../ui/form/facts.ts';
import { SelectField, TextField } from '../../../../ui/form/fields.tsx';
import { PageForm } from '../../../../ui/form/form.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { DevicesField } from '../devices-field.tsx';
import { knowledgeChanged } from '../queries.ts';
import { ROLES, type Table } from './queries.ts';

/** What each column means to the assistant. */
export function ColumnsForm({ table }: { table: Table }) {
  const [t, all, ui] = [useTexts('assistant.tables'), useTexts('assistant.page'), useTexts('common.ui')];
  const { name, columns, currency, device_uuids } = table;
  return (
    <Section title={t('columns')} lead={t('columnsLead')}>
      <PageForm
        limits={ChangeKnowledgeTable}
        initial={{ name, columns, currency, device_uuids }}
        save={({ columns, currency, ...fields }) => {
          const changed = columns.filter(({ role }, at) => role !== table.columns[at]?.role);
          const body = {
            ...fields,
            currency: currency?.toUpperCase() ?? null,
            ...(changed.length > 0 && { columns: changed }),
          };
          return call('PATCH /knowledge/tables/{id}', { id: table.id, body });
        }}
        onSaved={() => {
          void knowledgeChanged();
          notify(all('saved'));
        }}
        action={ui('save')}
      >
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {columns.map((column, at) => (
            <SelectField
              key={column.name}
              name={`columns.${at}.role`}
              label={<bdi className="wrap-anywhere">{column.name}</bdi>}
              options={ROLES.map((role) => [role, t(`role_${role}`)])}
            />
          ))}
        </div>
        <ColumnsProblem />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="name" label={t('name')} />
          <TextField
            name="currency"
            label={t('currency')}
            hint={t('currencyHint')}
            className="max-w-28 uppercase"
          />
        </div>
        <DevicesField />
      </PageForm>
    </Section>
  );
}

/** Of all columns together, such as two with the role of the price. */
function ColumnsProblem() {
  const problem = fieldProblem(useContext(FormFacts).problem, 'columns');
  if (problem === undefined) return null;
  return (
    <p role="alert" className="text-[13px] text-bad">
      {problem}
    </p>
  );
}
