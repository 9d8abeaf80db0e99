import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { MessageSquareReply, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Menu, MenuItem, MenuLine, MenuTitle } from '../../../ui/menu.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { notify } from '../../../ui/toast.tsx';
import { AutomationFrame } from '../frame.tsx';
import { type Draft, draftOf, newDraft } from './draft.ts';
import { RuleDialog } from './editor/rule-dialog.tsx';
import { RuleList } from './list/rule-list.tsx';
import { rulesQuery } from './queries.ts';
import type { Warning } from './rule.ts';
import { STARTERS, starterDraft } from './starters.ts';
import { Tester } from './tester/tester.tsx';
import { ToHours } from './to-hours.tsx';
import { Warnings } from './warnings.tsx';

/** The rules in their order, and beside them what they would answer. */
export function RulesPage() {
  const t = useTexts('rules.page');
  const rules = useQuery(rulesQuery);
  const { edit } = useSearch({ from: '/app/automation/rules' });
  const navigate = useNavigate({ from: '/automation/rules' });
  const [chosen, setDraft] = useState<Draft | null>(null);
  const [warnings, setWarnings] = useState<readonly Warning[]>([]);
  // A link from an answer in the inbox names its rule.
  const linked = rules.data?.find(({ id }) => id === edit);
  const [draft, close] = [
    chosen ?? (linked ? draftOf(linked) : null),
    () => {
      setDraft(null);
      if (edit !== undefined) void navigate({ search: {}, replace: true, ignoreBlocker: true });
    },
  ];
  return (
    <AutomationFrame actions={<NewRule onDraft={setDraft} />}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-5">
          <p className="text-soft">
            {t('lead')} <ToHours />
            {' · '}
            <Link to="/automation/flows" className="text-accent underline underline-offset-4">
              {t('toFlows')}
            </Link>
          </p>
          <Loaded query={rules}>
            {(list) =>
              list.length === 0 ? <NoRules onDraft={setDraft} /> : <RuleList rules={list} onEdit={setDraft} />
            }
          </Loaded>
        </div>
        <Tester />
      </div>
      {draft && (
        <RuleDialog
          draft={draft}
          onClose={close}
          onSaved={(found) => {
            close();
            setWarnings(found);
            if (found.length === 0) notify(t('saved'));
          }}
        />
      )}
      <Warnings warnings={warnings} onClose={() => setWarnings([])} />
    </AutomationFrame>
  );
}

interface Props {
  onDraft: (draft: Draft) => void;
}

function NewRule({ onDraft }: Props) {
  const t = useTexts('rules.page');
  return (
    <Menu
      trigger={
        <Button kind="primary" icon={Plus}>
          {t('add')}
        </Button>
      }
    >
      <MenuItem onSelect={() => onDraft(newDraft('keyword'))}>{t('blank')}</MenuItem>
      <MenuLine />
      <MenuTitle>{t('startFrom')}</MenuTitle>
      {STARTERS.map((name) => (
        <MenuItem key={name} onSelect={() => onDraft(starterDraft(name, t))}>
          {t(`starter_${name}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** What most shops begin with. */
function NoRules({ onDraft }: Props) {
  const t = useTexts('rules.page');
  return (
    <Card>
      <Empty
        icon={<MessageSquareReply aria-hidden />}
        title={t('none')}
        lead={t('noneLead')}
        action={STARTERS.map((name) => (
          <Button key={name} onClick={() => onDraft(starterDraft(name, t))}>
            {t(`starter_${name}`)}
          </Button>
        ))}
      />
    </Card>
  );
}
