import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ok } from '../../../../api/client.ts';
import { asProblem } from '../../../../api/problem.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field, fieldProblem, Input, Select } from '../../../../ui/field.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { knowledgeChanged } from '../queries.ts';
import type { Site } from './queries.ts';

const FORM = 'site-form';
const REFRESHES = [
  ['never', ''],
  ['daily', '24'],
  ['weekly', '168'],
  ['monthly', '720'],
] as const;

/** Adds a site, or changes how it is read. */
export function SiteDialog({ site, onClose }: { site: Site | null; onClose: () => void }) {
  const [t, ui] = [useTexts('assistant.sites'), useTexts('common.ui')];
  const [url, setUrl] = useState(site?.url ?? 'https://');
  const [pages, setPages] = useState(String(site?.max_pages ?? 50));
  const [refresh, setRefresh] = useState(String(site ? (site.refresh_hours ?? '') : '24'));
  const save = useMutation({
    mutationFn: async () => {
      const body = { max_pages: Number(pages), refresh_hours: refresh === '' ? null : Number(refresh) };
      await (site === null
        ? ok(api.POST('/app/api/knowledge/sites', { body: { url: url.trim(), max_depth: 3, ...body } }))
        : ok(api.PATCH('/app/api/knowledge/sites/{id}', { params: { path: { id: site.id } }, body })));
    },
    onSuccess: () => {
      void knowledgeChanged();
      onClose();
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const isKnown = REFRESHES.some(([, hours]) => hours === refresh);
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" type="submit" form={FORM} busy={save.isPending}>
        {site === null ? t('add') : ui('save')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(site === null ? 'add' : 'edit')}
      lead={t('dialogLead')}
      footer={footer}
    >
      <form id={FORM} className="grid gap-4" onSubmit={submit}>
        <Field label={t('address')} hint={t('addressHint')} problem={fieldProblem(problem, 'url')}>
          {(control) => (
            <Input
              {...control}
              required
              type="url"
              maxLength={2_000}
              disabled={site !== null}
              value={url}
              onChange={({ target }) => setUrl(target.value)}
            />
          )}
        </Field>
        <Field label={t('maxPages')} hint={t('maxPagesHint')} problem={fieldProblem(problem, 'max_pages')}>
          {(control) => (
            <Input
              {...control}
              required
              type="number"
              min={1}
              max={200}
              className="max-w-32"
              value={pages}
              onChange={({ target }) => setPages(target.value)}
            />
          )}
        </Field>
        <Field label={t('refreshEvery')} problem={fieldProblem(problem, 'refresh_hours')}>
          {(control) => (
            <Select
              {...control}
              className="max-w-60"
              value={refresh}
              onChange={({ target }) => setRefresh(target.value)}
            >
              {!isKnown && <option value={refresh}>{t('hours', { count: Number(refresh) })}</option>}
              {REFRESHES.map(([text, hours]) => (
                <option key={text} value={hours}>
                  {t(text)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <ProblemLine problem={problem?.code === 'invalid_fields' ? null : problem} />
      </form>
    </Dialog>
  );
}
