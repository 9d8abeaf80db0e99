import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../../ui/states.tsx';
import { assistantQuery } from '../queries.ts';
import { KnowledgeState } from './knowledge-state.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { StartHere } from './start-here.tsx';
import { TopGaps } from './top-gaps.tsx';
import { Week } from './week.tsx';

/** Whether the assistant answers, what it knows, and what it did. */
export function OverviewPage() {
  const assistant = useQuery(assistantQuery);
  return (
    <Loaded query={assistant}>
      {(settings) => (
        <>
          {settings.model.state === 'none' && <StartHere />}
          <ModeSwitch settings={settings} />
          <KnowledgeState model={settings.model} />
          {settings.updated_at !== null && <Week mode={settings.mode} isOn={settings.enabled} />}
          {settings.updated_at !== null && <TopGaps />}
        </>
      )}
    </Loaded>
  );
}
