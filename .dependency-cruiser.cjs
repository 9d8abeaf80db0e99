/** The folders of src in their order: each may import earlier folders only. ARCHITECTURE.md has the picture. */
const ORDER = [
  'lib',
  'engines',
  'events',
  'audit',
  'accounts',
  'usage',
  'devices',
  'hours',
  'costs',
  'templates',
  'staff',
  'contacts',
  'people',
  'messages',
  'broadcasts',
  'conversations',
  'stream',
  'automation',
  'entry-points',
];

/** Folders beside the order, with the only folders that they may import. */
const BESIDE = {
  // Consumes events; accounts only for the type of `request.account`, devices for those that a webhook names.
  webhooks: ['lib', 'events', 'audit', 'accounts', 'devices'],
  // Documents the routes and events that app gives it.
  reference: ['lib', 'events'],
  // Numbers and webhooks that need a person.
  attention: ['lib', 'accounts', 'devices', 'costs', 'staff', 'webhooks'],
  // Reads and changes what all accounts have.
  operator: [...ORDER, 'attention', 'webhooks'],
};

/** The files of each feature that other features may import. `app` may import every file that is not private. */
const DOORS = {
  events: ['event', 'consumer', 'take'],
  audit: ['audit'],
  accounts: [
    'api-keys/api-key',
    'storage/storage',
    'account',
    'choice',
    'key',
    'plan',
    'refusal-log',
    'role',
    'standing',
  ],
  usage: ['usage', 'quota'],
  devices: [
    'device',
    'device-list',
    'choice',
    'attention/attention',
    'channels/channel',
    'groups/groups',
    'installation/installation',
    'official/business-account',
    'official/limit-sql',
    'official/standing',
    'provider-access',
    'restrictions/restriction',
    'sessions/session-listener',
    'sessions/session-watch',
    'widget-device',
  ],
  costs: ['charge', 'estimate', 'cap/cap', 'rates/rates', 'rates/schema'],
  hours: ['day-range', 'hours', 'local-days', 'opening'],
  templates: ['template', 'template-input', 'fill', 'live'],
  staff: [
    'staff-name',
    'staff-auth',
    'staff-caller',
    'same-site',
    'colleagues/colleague',
    'presence/presence',
    'presence/seen-users',
    'users/owner',
    'users/user',
    'users/rename',
    'public-url',
  ],
  contacts: ['contact'],
  people: ['person', 'identity', 'merge'],
  messages: [
    'message',
    'content',
    'interactive',
    'send-call',
    'meaning',
    'referral',
    'shown-event',
    'target',
    'admission/check-content',
    'admission/disconnected',
    'admission/reply',
    'customer-changes',
    'changes/applied',
    'figures/figures',
    'history/history',
    'imports/import',
    'read-receipts/read-receipts',
    'inbound/inbound',
    'phone-replies/phone-reply',
    'media/media',
    'outbound-details',
    'queue/queue',
    'queue/broadcast-messages',
    'queue/public-ids',
    'queue/status-writer',
    'reply-window/reply-window',
  ],
  broadcasts: ['broadcast', 'opt-outs/opt-out'],
  conversations: [
    'conversation',
    'conversation-list',
    'history',
    'live',
    'canned-replies/variables',
    'continuations/continuation',
    'labels/label',
    'ownership/bot-message',
    'settings/settings',
    'timeline/live-entries',
    'conversation-of',
    'touches/touch',
    'viewers/viewer',
  ],
  stream: ['stream'],
  automation: ['arbiter/typing/typing', 'assistant/language-model/embeddings/vector-search'],
  'entry-points': [],
  attention: ['attention'],
  webhooks: ['webhook'],
  reference: [],
  operator: [],
};

const LAYERS = {
  ...Object.fromEntries(ORDER.map((folder, index) => [folder, ORDER.slice(0, index)])),
  ...BESIDE,
};
const FOLDERS = Object.keys(LAYERS);
/** Root files that every feature may use; they know lib and the engine contract, and no feature. */
const SHARED = '(config|files|(media|oidc|wrong)-settings|context|command(-prefix)?)\\.ts';
/** Below the features: these import only lib. */
const BELOW = ['lib', 'engines'];
/** Tests, and files for tests alone, may import everything. */
const TESTS = '\\.test\\.ts$|/test-[^/]+\\.ts$|^src/engines/conformance\\.ts$';
/** The table of kinds is no engine. */
const SENT_KINDS = '^src/engines/sent-kinds/';
/** The parts of lib that speak to the database. */
const DATABASE = '^src/lib/(db|postgres|jobs|bus|events)([/-]|\\.ts$)';
/** Files that their own folder alone may import, with the folders in it. */
const PRIVATE = '^src/(?!lib/|app/).+[/-](store|schema|view)\\.ts$';

const layerRules = Object.entries(LAYERS).map(([folder, allowed]) => {
  const shared = BELOW.includes(folder) ? '' : `|${SHARED}$`;
  return {
    name: `layer-${folder}`,
    severity: 'error',
    comment: `src/${folder} may import ${[folder, ...allowed].join(', ')}.`,
    from: { path: `^src/${folder}/`, pathNot: TESTS },
    to: { path: '^src/', pathNot: `^src/((${[folder, ...allowed].join('|')})/${shared})` },
  };
});

const doorRules = Object.entries(DOORS).map(([folder, doors]) => ({
  name: `doors-of-${folder}`,
  severity: 'error',
  comment: `Another feature enters src/${folder} through ${doors.join(', ') || 'no file'}.`,
  from: { path: '^src/[^/]+/', pathNot: `^src/(${folder}|app)/|${TESTS}` },
  to: { path: `^src/${folder}/`, pathNot: `^src/${folder}/(${doors.join('|')})\\.ts$` },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    ...doorRules,
    {
      name: 'every-folder-has-a-layer',
      severity: 'error',
      comment: 'A new folder of src is given its place in LAYERS first.',
      from: { path: `^src/(?!(${FOLDERS.join('|')}|app)/)[^/]+/` },
      to: {},
    },
    {
      name: 'shared-files-know-no-feature',
      severity: 'error',
      comment: 'config with its problems, context, command and its prefix are below every feature.',
      from: { path: `^src/${SHARED}$` },
      to: { path: '^src/', pathNot: `^src/((lib|engines)/|${SHARED}$)` },
    },
    {
      name: 'app-has-an-order',
      severity: 'error',
      comment: 'cli starts processes, processes open http; never the other way.',
      from: { path: '^src/app/processes/', pathNot: TESTS },
      to: { path: '^src/app/cli/' },
    },
    {
      name: 'http-knows-no-process',
      severity: 'error',
      from: { path: '^src/app/http/', pathNot: TESTS },
      to: { path: '^src/app/(cli|processes)/' },
    },
    {
      name: 'the-sandbox-knows-lib-only',
      severity: 'error',
      comment: 'It plays the outside world: what it shares with the gateway proves nothing.',
      from: { path: '^sandbox/', pathNot: TESTS },
      to: { path: '^(src/(?!lib/)|bin/)' },
    },
    {
      name: 'the-sandbox-is-started-by-app',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/app/processes/|${TESTS}` },
      to: { path: '^sandbox/' },
    },
    {
      name: 'app-is-composed-of-front-doors',
      severity: 'error',
      comment:
        'Composition mounts routes, commands and loops; stores, schemas and views stay inside their feature.',
      from: { path: '^src/(app/|[^/]+\\.ts$)', pathNot: TESTS },
      to: { path: PRIVATE },
    },
    {
      name: 'private-in-its-sub-folder',
      severity: 'error',
      comment: 'Folders of one feature enter each other through their <noun>.ts.',
      from: { path: '^src/([^/]+)/([^/]+)/', pathNot: `^src/app/|${TESTS}` },
      to: { path: '^src/$1/.+[/-](store|schema|view)\\.ts$', pathNot: '^src/$1/($2/|[^/]+$)' },
    },
    {
      name: 'private-below-its-feature',
      severity: 'error',
      from: { path: '^src/([^/]+)/[^/]+$', pathNot: `^src/app/|${TESTS}` },
      to: { path: '^src/$1/.+[/-](store|schema|view)\\.ts$', pathNot: '^src/$1/[^/]+$' },
    },
    {
      name: 'webhooks-know-types-of-accounts-only',
      severity: 'error',
      from: { path: '^src/webhooks/', pathNot: TESTS },
      to: { path: '^src/accounts/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-widget-runs-in-browsers',
      severity: 'error',
      comment:
        'The gateway serves its files as they are. Preact is the only package that it serves with them.',
      from: { path: '^widget/' },
      to: { pathNot: '^(widget/|node_modules/preact/)' },
    },
    {
      name: 'the-dashboard-runs-in-browsers',
      severity: 'error',
      comment:
        'It knows the gateway by its API alone. CSV files and the digits of numbers are read by one piece.',
      from: { path: '^web/src/', pathNot: TESTS },
      to: {
        path: '^(src|sandbox|widget|test|bin)/',
        pathNot: '^src/lib/(csv-line|phone-text|vcard)\\.ts$',
        dependencyTypesNot: ['npm'],
      },
    },
    {
      name: 'pages-know-no-other-page',
      severity: 'error',
      comment: 'What two pages share belongs to a folder beside pages.',
      from: { path: '^web/src/pages/([^/]+)/', pathNot: TESTS },
      to: { path: '^web/src/pages/', pathNot: '^web/src/pages/$1/' },
    },
    {
      name: 'the-kit-knows-no-page',
      severity: 'error',
      from: {
        path: '^web/src/(api|devices|live|people|queries|session|shell|texts|theme|ui)/',
        pathNot: TESTS,
      },
      to: { path: '^web/src/pages/' },
    },
    {
      name: 'engine-internals-stay-inside',
      severity: 'error',
      comment: 'Features use the contracts in src/engines; app passes the implementations in.',
      from: { path: '^src/', pathNot: `^src/(app|engines/[^/]+)/|${TESTS}` },
      to: { path: '^src/engines/[^/]+/', pathNot: SENT_KINDS },
    },
    {
      name: 'engines-know-no-other-engine',
      severity: 'error',
      from: { path: '^src/engines/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/engines/[^/]+/', pathNot: `^src/engines/$1/|${SENT_KINDS}` },
    },
    {
      name: 'engines-and-sandbox-know-no-database',
      severity: 'error',
      comment: 'An engine keeps its keys through SessionHost; the sandbox has its own store.',
      from: { path: '^(src/engines|sandbox)/', pathNot: TESTS },
      to: { path: DATABASE },
    },
    {
      name: 'sql-lives-in-stores',
      severity: 'error',
      comment: 'A store defines statements. Other files call its functions.',
      from: { path: '^(src|sandbox)/', pathNot: `${DATABASE}|(^|[/-])store\\.ts$|${TESTS}` },
      to: { path: '^src/lib/db/statement\\.ts$' },
    },
    {
      name: 'driver-stays-in-lib',
      severity: 'error',
      comment: 'Features use the handle of lib/db, which also ends silent connections.',
      from: { path: '^(src|sandbox)/', pathNot: `${DATABASE}|${TESTS}` },
      to: { path: '(^|/)node_modules/(pg|@types/pg)/' },
    },
    {
      name: 'jobs-live-in-lib',
      severity: 'error',
      comment: 'Features queue through lib/jobs, which hides the library.',
      from: { path: '^src/', pathNot: `^src/lib/jobs([/-]|\\.ts$)|${TESTS}` },
      to: { path: '(^|/)node_modules/graphile-worker/' },
    },
    {
      name: 'baileys-stays-in-its-engine',
      severity: 'error',
      from: { path: '^(src|sandbox)/', pathNot: `^(src/engines/economy|sandbox/whatsapp)/|${TESTS}` },
      to: { path: '(^|/)node_modules/baileys/' },
    },
    {
      name: 'language-models-are-loaded-late',
      severity: 'error',
      comment: 'The AI SDK costs 0.4 s and 30 MB. One file has it, which the first call imports.',
      from: {
        path: '^(src|sandbox)/',
        pathNot: `^src/automation/assistant/language-model/sdk\\.ts$|${TESTS}`,
      },
      to: { path: '(^|/)node_modules/(ai|@ai-sdk)/' },
    },
    {
      name: 'language-models-are-imported-late',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: {
        path: '^src/automation/assistant/language-model/sdk\\.ts$',
        dependencyTypesNot: ['dynamic-import', 'type-only', 'type-import'],
      },
    },
    {
      name: 'libsignal-stays-in-the-sandbox',
      severity: 'error',
      comment: 'Its licence is GPL-3.0: one place, easy to replace.',
      from: { path: '^(src|sandbox)/', pathNot: '^sandbox/whatsapp/' },
      to: { path: '(^|/)node_modules/libsignal/' },
    },
    {
      name: 'names-are-looked-up-in-one-place',
      severity: 'error',
      comment: '`dns.lookup` has two threads for the process, and no deadline.',
      from: { path: '^(src|sandbox|bin)/', pathNot: `^src/lib/names/|${TESTS}` },
      to: { path: '^(node:)?dns(/promises)?$' },
    },
    {
      name: 'sources-know-no-tests',
      severity: 'error',
      from: { path: '^(src|sandbox|widget|web/src|bin)/', pathNot: TESTS },
      to: { path: `^test/|${TESTS}`, pathNot: '^test/(check|bench)' },
    },
    {
      name: 'no-development-dependency-at-run-time',
      severity: 'error',
      from: { path: '^(src|sandbox|widget|web/src|bin)/', pathNot: TESTS },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/@types/',
      },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-unlisted-package',
      severity: 'error',
      comment: 'package.json lists every imported package.',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
