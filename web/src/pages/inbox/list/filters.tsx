import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ListFilter } from 'lucide-react';
import { devicesQuery } from '../../../queries/devices.ts';
import { labelsQuery } from '../../../queries/labels.ts';
import { entryPointsQuery, widgetsQuery } from '../../../queries/places.ts';
import { teamsQuery } from '../../../queries/teams.ts';
import { presenceQuery } from '../../../shell/presence.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Choice, Field } from '../../../ui/field.tsx';
import { Popover } from '../../../ui/popover.tsx';
import type { InboxSearch } from '../search.ts';
import { OWNER_STATES } from '../views.ts';

const NAMES = ['device', 'label', 'entry', 'owner', 'assignee', 'team'] as const;
type Name = (typeof NAMES)[number];

/** Narrows the view: by number, label, entry point, who answers, and team. */
export function Filters({ search }: { search: InboxSearch }) {
  const t = useTexts('inbox.page');
  const count = NAMES.filter((name) => search[name] !== undefined).length;
  const trigger = (
    <Button size="small" kind={count > 0 ? 'plain' : 'quiet'} icon={ListFilter}>
      {count > 0 ? t('filterCount', { count }) : t('filter')}
    </Button>
  );
  return (
    <Popover trigger={trigger} align="end">
      <FilterForm search={search} />
    </Popover>
  );
}

function FilterForm({ search }: { search: InboxSearch }) {
  const t = useTexts('inbox.page');
  const navigate = useNavigate();
  const choices = useChoices();
  const choose = (name: Name, value: string) => {
    const { [name]: _, ...others } = search;
    void navigate({ to: '.', search: value === '' ? others : { ...others, [name]: value } });
  };
  return (
    <div className="grid gap-3">
      {NAMES.filter((name) => choices[name].length > 0).map((name) => (
        <Field key={name} label={t(`filter_${name}`)}>
          {(field) => (
            <Choice
              {...field}
              value={search[name] ?? ''}
              options={[['', t('any')], ...choices[name].map(([value, text]) => [value, text] as const)]}
              onValue={(chosen) => choose(name, chosen)}
            />
          )}
        </Field>
      ))}
      {search.q !== undefined && search.entry !== undefined && (
        <p className="text-[13px] text-faint">{t('entryWithoutSearch')}</p>
      )}
      <Button onClick={() => void navigate({ to: '.', search: search.view ? { view: search.view } : {} })}>
        {t('clearFilters')}
      </Button>
    </div>
  );
}

function useChoices(): Record<Name, (readonly [value: string, text: string])[]> {
  const t = useTexts('inbox.page');
  const devices = useQuery(devicesQuery).data?.data ?? [];
  const widgets = useQuery(widgetsQuery).data?.data ?? [];
  const labels = useQuery(labelsQuery).data?.data ?? [];
  const entryPoints = useQuery(entryPointsQuery).data?.data ?? [];
  const users = useQuery(presenceQuery).data?.data ?? [];
  const teams = useQuery(teamsQuery).data?.data ?? [];
  return {
    device: [
      ...devices.map(({ device_uuid, label }) => [device_uuid, label] as const),
      ...widgets.map(({ id, name }) => [id, t('liveChat', { name })] as const),
    ],
    label: labels.map(({ name }) => [name, name] as const),
    entry: entryPoints.map(({ id, name }) => [id, name] as const),
    owner: OWNER_STATES.map((state) => [state, t(`owner_${state}`)] as const),
    assignee: users.map(({ name }) => [name, name] as const),
    team: teams.map(({ name }) => [name, name] as const),
  };
}
