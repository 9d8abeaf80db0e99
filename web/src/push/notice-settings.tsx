import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { SetNotices } from '../api/limits.ts';
import { queryClient } from '../api/query-client.ts';
import type { Schema } from '../api/schemas.ts';
import { type Quiet, QuietFields } from '../hours/quiet-fields.tsx';
import { useLanguage } from '../texts/language.ts';
import { useTexts } from '../texts/texts.ts';
import { Section } from '../ui/card.tsx';
import { useField } from '../ui/form/facts.ts';
import { NumberField } from '../ui/form/fields.tsx';
import { PageForm } from '../ui/form/form.tsx';
import { Loaded } from '../ui/states.tsx';
import { notify } from '../ui/toast.tsx';
import { noticesQuery } from './push.ts';
import { PushSwitch } from './push-switch.tsx';

type Settings = Schema<'Notices'>;
type Kind = Settings['kinds'][number];

/** What the user is told while not looking: by push or by e-mail, and when not. */
export function NoticeSettings() {
  const t = useTexts('push.page');
  const settings = useQuery(noticesQuery);
  return (
    <div id="notice-settings" className="scroll-mt-4">
      <Section title={t('title')} lead={t('lead')}>
        <div className="grid gap-5">
          <PushSwitch />
          <Loaded query={settings}>
            {(found) => <NoticeForm key={JSON.stringify(formOf(found))} found={found} />}
          </Loaded>
        </div>
      </Section>
    </div>
  );
}

const formOf = ({ push, email, quiet_hours, email_after_minutes }: Settings) => ({
  push,
  email,
  quiet_hours,
  email_after_minutes,
});

function NoticeForm({ found }: { found: Settings }) {
  const [t, ui] = [useTexts('push.page'), useTexts('common.ui')];
  const language = useLanguage();
  return (
    <PageForm
      limits={SetNotices}
      initial={formOf(found)}
      save={(values) => call('PUT /me/notices', { body: { ...values, language } })}
      onSaved={(answer) => {
        queryClient.setQueryData(noticesQuery.queryKey, answer);
        notify(t('saved'));
      }}
      action={ui('save')}
    >
      {({ email }) => (
        <div className="grid gap-5">
          <Kinds found={found} />
          {email.length > 0 && (
            <div className="max-w-60">
              <NumberField name="email_after_minutes" label={t('emailAfter')} hint={t('emailAfterHint')} />
            </div>
          )}
          <QuietInputs />
        </div>
      )}
    </PageForm>
  );
}

/** A row per kind, with a box per way. */
function Kinds({ found: { kinds, can_email } }: { found: Settings }) {
  const t = useTexts('push.page');
  const ways = [useField<Kind[]>('push'), useField<Kind[]>('email')] as const;
  const names = [t('byPush'), t('byEmail')] as const;
  return (
    <div className="grid gap-2">
      <table className="w-full max-w-160 text-left">
        <thead>
          <tr className="border-b border-line text-[13px] text-soft">
            <th scope="col" className="py-1.5 font-medium">
              {t('what')}
            </th>
            {names.map((name) => (
              <th key={name} scope="col" className="w-16 py-1.5 text-center font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {kinds.map((kind) => (
            <tr key={kind}>
              <th scope="row" className="py-2 pr-3 font-normal">
                {t(kind)}
              </th>
              {ways.map(({ value, setValue }, way) => (
                <td key={names[way]} className="text-center">
                  <input
                    type="checkbox"
                    className="size-4 accent-accent"
                    aria-label={`${t(kind)}: ${names[way]}`}
                    checked={value.includes(kind)}
                    disabled={way === 1 && !can_email}
                    onChange={({ target }) =>
                      setValue(
                        kinds.filter((each) => (each === kind ? target.checked : value.includes(each))),
                      )
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!can_email && <p className="text-[13px] text-faint">{t('noMailServer')}</p>}
    </div>
  );
}

function QuietInputs() {
  const t = useTexts('push.page');
  const { value, setValue } = useField<Quiet>('quiet_hours');
  return <QuietFields quiet={value} onQuiet={setValue} hint={t('quietHint')} />;
}
