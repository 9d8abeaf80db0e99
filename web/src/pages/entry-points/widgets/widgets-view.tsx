import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageCircle, Plus } from 'lucide-react';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { type Widget, widgetsQuery } from '../queries.ts';
import { Stats } from '../stats.tsx';

/** The widgets of the account. */
export function WidgetsView() {
  const t = useTexts('entryPoints.page');
  const widgets = useQuery(widgetsQuery);
  const create = (
    <Button kind="primary" asChild>
      <Link to="/entry-points/widgets/new">
        <Plus aria-hidden />
        {t('newWidget')}
      </Link>
    </Button>
  );
  return (
    <Loaded query={widgets}>
      {({ data }) =>
        data.length === 0 ? (
          <Card>
            <Empty
              icon={<MessageCircle aria-hidden />}
              title={t('noWidgets')}
              lead={t('noWidgetsLead')}
              action={create}
            />
          </Card>
        ) : (
          <div className="grid gap-3">
            <div className="flex justify-end">{create}</div>
            <ul className="grid gap-2">
              {data.map((widget) => (
                <WidgetRow key={widget.id} widget={widget} />
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  );
}

function WidgetRow({ widget }: { widget: Widget }) {
  const t = useTexts('entryPoints.page');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-card px-4 py-3">
      <span aria-hidden className="size-8 shrink-0 rounded-full" style={{ background: widget.color }} />
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <span className="flex items-center gap-2">
          <Link
            to="/entry-points/widgets/$widgetId"
            params={{ widgetId: widget.id }}
            className="truncate font-medium hover:underline"
            title={widget.name}
          >
            <bdi>{widget.name}</bdi>
          </Link>
          {widget.enabled ? <Badge tone="good">{t('open')}</Badge> : <Badge>{t('closed')}</Badge>}
        </span>
        <span className="truncate text-[13px] text-soft">
          {t(widget.mode === 'chat' ? 'modeChat' : 'modeButton')}
        </span>
        <span className="truncate text-[13px] text-faint" title={widget.allowed_origins.join(', ')}>
          {widget.allowed_origins.join(', ')}
        </span>
      </div>
      <Stats kind="widgets" id={widget.id} />
    </li>
  );
}
