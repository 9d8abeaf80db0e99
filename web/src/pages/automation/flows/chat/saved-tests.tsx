import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../api/call.ts';
import { StoreFlowSimulation } from '../../../../api/limits.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Input } from '../../../../ui/field.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { notify, notifyProblem } from '../../../../ui/toast.tsx';
import { simulationsQuery } from '../queries.ts';
import { type Run, requestOf } from './run.ts';

/** Chats that publishing repeats. */
export function SavedTests({ id, run }: { id: string; run: Run }) {
  const t = useTexts('flows.chat');
  const saved = useQuery(simulationsQuery(id)).data?.data ?? [];
  const check = useMutation({
    mutationFn: () => call('POST /flows/{id}/simulations/check', { id }),
  });
  const refresh = () => queryClient.invalidateQueries(simulationsQuery(id));
  const remove = async (simulation_id: string) => {
    try {
      await call('DELETE /flows/{id}/simulations/{simulation_id}', { id, simulation_id });
      await refresh();
    } catch (error) {
      notifyProblem(error);
    }
  };
  const results = new Map(check.data?.data.map((each) => [each.id, each.difference_count]));
  return (
    <section className="grid gap-2 border-t border-line pt-3">
      <div>
        <h3 className="text-[13px] font-medium">{t('tests')}</h3>
        <p className="text-[13px] text-soft">{t('testsLead')}</p>
      </div>
      {saved.length > 0 && (
        <ul className="grid gap-1">
          {saved.map(({ id: simulation, name }) => {
            const differences = results.get(simulation);
            return (
              <li key={simulation} className="flex items-center gap-2">
                <bdi className="min-w-0 flex-1 truncate" title={name}>
                  {name}
                </bdi>
                {differences !== undefined && (
                  <Badge tone={differences === 0 ? 'good' : 'warn'}>
                    {t(differences === 0 ? 'same' : 'differs')}
                  </Badge>
                )}
                <IconButton
                  small
                  label={t('removeTest', { name })}
                  onClick={() => void remove(simulation)}
                  icon={Trash2}
                />
              </li>
            );
          })}
        </ul>
      )}
      <ProblemLine problem={check.error} />
      {saved.length > 0 && (
        <div>
          <Button size="small" busy={check.isPending} onClick={() => check.mutate()}>
            {t('check')}
          </Button>
        </div>
      )}
      {run.messages.length > 0 && <SaveForm id={id} run={run} onSaved={refresh} />}
    </section>
  );
}

function SaveForm({ id, run, onSaved }: { id: string; run: Run; onSaved: () => Promise<void> }) {
  const t = useTexts('flows.chat');
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () => {
      const body = { ...requestOf(run), name };
      return call('POST /flows/{id}/simulations', { id, body });
    },
    onSuccess: async () => {
      notify(t('saved', { name }));
      setName('');
      await onSaved();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="grid gap-2" onSubmit={submit}>
      <Input
        aria-label={t('testName')}
        placeholder={t('testName')}
        required
        maxLength={StoreFlowSimulation.name.maxLength}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div>
        <Button size="small" type="submit" busy={save.isPending}>
          {t('saveTest')}
        </Button>
      </div>
      <ProblemLine problem={save.error} />
    </form>
  );
}
