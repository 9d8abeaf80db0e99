import { useTexts } from '../../texts/texts.ts';
import { TabLink, TabNav } from '../../ui/tabs.tsx';

export function BroadcastTabs() {
  const t = useTexts('broadcasts.page');
  return (
    <TabNav label={t('title')}>
      <TabLink to="/broadcasts" activeOptions={{ exact: true }}>
        {t('title')}
      </TabLink>
      <TabLink to="/broadcasts/opt-outs">{t('optOuts')}</TabLink>
    </TabNav>
  );
}
