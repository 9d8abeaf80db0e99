/** A page of the dashboard, for pictures. */
export interface PictureOf {
  name: string;
  /** Below /app. */
  path: string;
  /** Opens what the address alone does not show: the text of a link or a button, clicked in turn. */
  clicks?: readonly string[];
}

/** Every page. Names are those of the files. */
export const PAGES: readonly PictureOf[] = [
  { name: 'inbox', path: '/inbox?view=all' },
  { name: 'inbox-chat', path: '/inbox?view=all', clicks: ['Siti Aminah'] },
  { name: 'inbox-bot', path: '/inbox?view=all', clicks: ['Putri Ayu'] },
  { name: 'new-chat', path: '/inbox?view=all&to=6281399990001' },
  { name: 'contacts', path: '/contacts' },
  { name: 'contacts-import', path: '/contacts/import' },
  { name: 'broadcasts', path: '/broadcasts' },
  { name: 'broadcast-new', path: '/broadcasts/new' },
  { name: 'broadcast', path: '/broadcasts', clicks: ['Promo akhir pekan'] },
  { name: 'opt-outs', path: '/broadcasts/opt-outs' },
  { name: 'assistant', path: '/automation/assistant' },
  { name: 'faqs', path: '/automation/assistant/faqs' },
  { name: 'faq', path: '/automation/assistant/faqs', clicks: ['Jam berapa buka?'] },
  { name: 'faqs-import', path: '/automation/assistant/faqs/import' },
  { name: 'documents', path: '/automation/assistant/documents' },
  { name: 'document', path: '/automation/assistant/documents', clicks: ['Katering'] },
  { name: 'sites', path: '/automation/assistant/sites' },
  { name: 'tables', path: '/automation/assistant/tables' },
  { name: 'table', path: '/automation/assistant/tables', clicks: ['Daftar harga'] },
  { name: 'try', path: '/automation/assistant/try?question=ongkir%20ke%20dago' },
  { name: 'tests', path: '/automation/assistant/tests' },
  { name: 'gaps', path: '/automation/assistant/gaps' },
  { name: 'results', path: '/automation/assistant/results' },
  { name: 'assistant-settings', path: '/automation/assistant/settings' },
  { name: 'rules', path: '/automation/rules' },
  { name: 'rule', path: '/automation/rules', clicks: ['Katalog'] },
  { name: 'flows', path: '/automation/flows' },
  { name: 'flow', path: '/automation/flows', clicks: ['Pesan antar'] },
  { name: 'secrets', path: '/automation/flows/secrets' },
  { name: 'automation-settings', path: '/automation/settings' },
  { name: 'links', path: '/entry-points' },
  { name: 'widgets', path: '/entry-points/widgets' },
  { name: 'widget-new', path: '/entry-points/widgets/new' },
  { name: 'widget', path: '/entry-points/widgets', clicks: ['Situs kami'] },
  { name: 'entry-figures', path: '/entry-points/figures' },
  { name: 'reports', path: '/reports' },
  { name: 'reports-chats', path: '/reports/chats' },
  { name: 'reports-people', path: '/reports/people' },
  { name: 'reports-assistant', path: '/reports/assistant' },
  { name: 'reports-costs', path: '/reports/costs' },
  { name: 'devices', path: '/devices' },
  { name: 'device', path: '/devices', clicks: ['Kasir'] },
  { name: 'keys', path: '/developers' },
  { name: 'webhooks', path: '/developers/webhooks' },
  { name: 'webhook', path: '/developers/webhooks', clicks: ['https://toko.example/webhooks/kurir'] },
  { name: 'requests', path: '/developers/requests' },
  { name: 'first-call', path: '/developers/first-call' },
  { name: 'team', path: '/team' },
  { name: 'settings-data', path: '/settings/data' },
  { name: 'usage', path: '/usage' },
  { name: 'messages', path: '/messages' },
  { name: 'audit', path: '/audit' },
  { name: 'profile', path: '/settings' },
  { name: 'settings-conversations', path: '/settings/conversations' },
  { name: 'settings-labels', path: '/settings/labels' },
  { name: 'settings-replies', path: '/settings/canned-replies' },
  { name: 'settings-hours', path: '/settings/business-hours' },
  { name: 'sandbox', path: '/sandbox' },
  { name: 'sandbox-phone', path: '/sandbox', clicks: ['Kasir'] },
  { name: 'operator', path: '/operator' },
  { name: 'operator-account', path: '/operator', clicks: ['Toko Baru'] },
  { name: 'operator-plans', path: '/operator/plans' },
  { name: 'operator-rates', path: '/operator/rates' },
  { name: 'operator-health', path: '/operator/health' },
  { name: 'operator-backups', path: '/operator/backups' },
];

/** The small pictures of the guides. */
export const OF_GUIDES = [
  ...(['inbox-chat', 'devices', 'broadcast', 'flow', 'assistant', 'reports'] as const),
  ...(['rules', 'links', 'widget', 'webhook', 'sandbox-phone'] as const),
];
