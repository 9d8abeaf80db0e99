import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound, Plus, Workflow } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Input } from '../../../ui/field.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { Table, Th } from '../../../ui/table.tsx';
import { AutomationFrame } from '../frame.tsx';
import { FlowRow } from './list/flow-row.tsx';
import { NewFlowDialog } from './list/new-flow-dialog.tsx';
import { allFlowsQuery, type FlowSummary } from './queries.ts';

/** From here on, a search is of use. */
const MANY = 8;

/** All flows of the account. */
export function FlowsPage() {
  const t = useTexts('flows.list');
  const flows = useQuery(allFlowsQuery);
  const [isNew, setNew] = useState(false);
  const create = (
    <Button kind="primary" onClick={() => setNew(true)} icon={Plus}>
      {t('newFlow')}
    </Button>
  );
  const actions = (
    <>
      <Button asChild>
        <Link to="/automation/flows/secrets">
          <KeyRound aria-hidden />
          {t('secrets')}
        </Link>
      </Button>
      {flows.data?.length !== 0 && create}
    </>
  );
  return (
    <AutomationFrame actions={actions}>
      <p className="max-w-prose text-soft">{t('lead')}</p>
      <Loaded query={flows}>
        {(all) =>
          all.length === 0 ? (
            <Card>
              <Empty icon={<Workflow aria-hidden />} title={t('none')} lead={t('noneLead')} action={create} />
            </Card>
          ) : (
            <FlowTable flows={all} />
          )
        }
      </Loaded>
      {isNew && <NewFlowDialog onClose={() => setNew(false)} />}
    </AutomationFrame>
  );
}

function FlowTable({ flows }: { flows: readonly FlowSummary[] }) {
  const [t, all] = [useTexts('flows.list'), useTexts('shared.automation')];
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const shown = flows
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <div className="grid gap-3">
      {flows.length > MANY && (
        <Input
          type="search"
          className="max-w-72"
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      {shown.length === 0 ? (
        <p className="text-soft">{t('noneFound')}</p>
      ) : (
        <Table aria-label={all('flows')}>
          <thead>
            <tr>
              <Th>{t('name')}</Th>
              <Th>{t('state')}</Th>
              <Th>{t('starts')}</Th>
              <Th>{t('changed')}</Th>
              <Th>
                <span className="sr-only">{t('open')}</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {shown.map((flow) => (
              <FlowRow key={flow.id} flow={flow} />
            ))}
          </tbody>
        </Table>
      )}
    </div>
  );
}
