import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useTexts } from '../../../texts/texts.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Page } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { notify } from '../../../ui/toast.tsx';
import { type Widget, widgetQuery, widgetsQuery } from '../queries.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { SnippetSection } from './snippet-section.tsx';
import { fieldsOf, NEW_WIDGET } from './widget-fields.ts';
import { WidgetForm } from './widget-form.tsx';
import { WidgetPreview } from './widget-preview.tsx';

const route = getRouteApi('/app/entry-points/widgets/$widgetId');

/** The form and its preview. */
const SIDE_BY_SIDE = 'grid items-start gap-5 lg:grid-cols-[1fr_380px]';

/** A widget that does not exist yet. */
export function NewWidgetPage() {
  const t = useTexts('entryPoints.page');
  const navigate = useNavigate();
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null);
  const [fields, setFields] = useState(NEW_WIDGET);
  const show = (id: string) =>
    navigate({ to: '/entry-points/widgets/$widgetId', params: { widgetId: id }, ignoreBlocker: true });
  return (
    <Page
      back={<BackLink to="/entry-points/widgets">{t('allWidgets')}</BackLink>}
      title={t('newWidget')}
      lead={t('noWidgetsLead')}
      width="wide"
    >
      <div className={SIDE_BY_SIDE}>
        <WidgetForm
          initial={NEW_WIDGET}
          onFields={setFields}
          save={(body) => call('POST /widgets', { body })}
          onSaved={({ id, identity_secret: secret }, { identity_required }) =>
            identity_required ? setMade({ id, secret }) : show(id)
          }
          action={t('create')}
        />
        <WidgetPreview id="new" fields={fields} />
      </div>
      {made && <SecretDialog secret={made.secret} onClose={() => void show(made.id)} />}
    </Page>
  );
}

export function WidgetPage() {
  const { widgetId } = route.useParams();
  const widget = useQuery(widgetQuery(widgetId));
  return <Loaded query={widget}>{(data) => <WidgetView key={data.id} widget={data} />}</Loaded>;
}

function WidgetView({ widget }: { widget: Widget }) {
  const t = useTexts('entryPoints.page');
  const navigate = useNavigate();
  const [first] = useState(() => fieldsOf(widget));
  const [fields, setFields] = useState(first);
  const [isLeaving, setLeaving] = useState(false);
  const remove = async () => {
    await call('DELETE /widgets/{id}', { id: widget.id });
    await queryClient.invalidateQueries({ queryKey: widgetsQuery.queryKey });
    await navigate({ to: '/entry-points/widgets', ignoreBlocker: true });
  };
  const actions = (
    <Button kind="quiet" onClick={() => setLeaving(true)} icon={Trash2}>
      {t('delete')}
    </Button>
  );
  return (
    <Page
      title={widget.name}
      width="wide"
      back={<BackLink to="/entry-points/widgets">{t('allWidgets')}</BackLink>}
      actions={actions}
    >
      <div className={SIDE_BY_SIDE}>
        <WidgetForm
          initial={first}
          onFields={setFields}
          save={(body) => call('PATCH /widgets/{id}', { id: widget.id, body })}
          onSaved={() => notify(t('saved'))}
          action={t('save')}
        />
        <WidgetPreview id={widget.id} fields={fields} />
      </div>
      <SnippetSection widget={widget} />
      <Confirm
        open={isLeaving}
        onClose={() => setLeaving(false)}
        title={t('deleteWidget', { name: widget.name })}
        lead={t('deleteWidgetLead')}
        action={t('delete')}
        run={remove}
      />
    </Page>
  );
}
