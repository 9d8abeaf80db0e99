import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { asProblem } from '../../api/problem.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/schemas.ts';
import { PhoneNumber } from '../../numbers/phone-number.tsx';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { Field, fieldProblem, Input } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';
import { BroadcastTabs } from './broadcast-tabs.tsx';
import { OptOutWords } from './opt-out-words.tsx';

/** Who wants no broadcasts, and the words that say so. */
export function OptOutsPage() {
  const t = useTexts('broadcasts.page');
  return (
    <Page title={t('optOuts')} lead={t('optOutsLead')} tabs={<BroadcastTabs />}>
      <OptOutList />
      <OptOutWords />
    </Page>
  );
}

function OptOutList() {
  const t = useTexts('broadcasts.page');
  const [page, setPage] = useState(1);
  const optOuts = useQuery({
    queryKey: ['opt-outs', page],
    queryFn: () => call('GET /opt-outs', { query: { page, per_page: 25 } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section title={t('optOutList')}>
      <div className="grid gap-4">
        <AddOptOut onAdded={() => setPage(1)} />
        <Loaded query={optOuts}>
          {(list) =>
            list.total === 0 ? (
              <Empty icon={<UserX aria-hidden />} title={t('noOptOut')} lead={t('noOptOutLead')} />
            ) : (
              <>
                <ul className="divide-y divide-line">
                  {list.data.map((optOut) => (
                    <OptOutLine key={optOut.phone} optOut={optOut} />
                  ))}
                </ul>
                <Pager page={list} onPage={setPage} />
              </>
            )
          }
        </Loaded>
      </div>
    </Section>
  );
}

function AddOptOut({ onAdded }: { onAdded: () => void }) {
  const [t, numbers] = [useTexts('broadcasts.page'), useTexts('shared.numbers')];
  const [phone, setPhone] = useState('');
  const add = useMutation({
    mutationFn: () => call('POST /opt-outs', { body: { phone } }),
    onSuccess: async (optOut) => {
      setPhone('');
      onAdded();
      notify(t('optOutAdded', { phone: optOut.phone }));
      await queryClient.invalidateQueries({ queryKey: ['opt-outs'] });
    },
  });
  const problem = add.error && asProblem(add.error);
  const wrong = fieldProblem(problem, 'phone');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form className="grid gap-2 sm:max-w-md" onSubmit={submit}>
      <Field label={t('addOptOut')} {...(wrong && { problem: t('wrongPhone') })}>
        {(field) => (
          <div className="flex gap-2">
            <Input
              {...field}
              inputMode="tel"
              maxLength={40}
              placeholder={numbers('example')}
              value={phone}
              onChange={(event) => setPhone(event.target.value)}
            />
            <Button type="submit" busy={add.isPending} disabled={phone.trim() === ''}>
              {t('add')}
            </Button>
          </div>
        )}
      </Field>
      {!wrong && <ProblemLine problem={problem} />}
    </form>
  );
}

const BY_REASON = {
  keyword: 'byHand',
  account: 'byHand',
  preference: 'byPreference',
  refusal: 'byRefusal',
} as const satisfies Record<Schema<'OptOut'>['reason'], string>;

function OptOutLine({ optOut: { phone, word, reason, created_at } }: { optOut: Schema<'OptOut'> }) {
  const [t, format] = [useTexts('broadcasts.page'), useFormat()];
  const remove = async () => {
    await call('DELETE /opt-outs/{phone}', { phone });
    await queryClient.invalidateQueries({ queryKey: ['opt-outs'] });
  };
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="grid flex-1 gap-0.5 sm:grid-cols-3">
        <PhoneNumber number={phone} />
        <span className="text-soft">{word === null ? t(BY_REASON[reason]) : t('byWord', { word })}</span>
        <span className="text-soft">{format.full(created_at)}</span>
      </div>
      <RemoveButton
        label={t('removeOptOut', { phone })}
        title={t('removeOptOut', { phone })}
        lead={t('removeOptOutLead')}
        action={t('removeIt')}
        run={remove}
      />
    </li>
  );
}
