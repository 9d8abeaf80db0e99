const { DOORS, HOUSES } = require('./src/houses.cjs');

const NAMES = Object.keys(HOUSES);
const PLACES = [
  'app',
  'assistant',
  ...NAMES.flatMap((house) => HOUSES[house].map((folder) => `${house}/${folder}`)),
];
/** Root files that every house may use; they know lib and the engine contract, and no feature. */
const OWN_SETTINGS = '(backup|database|media|oidc|retention|watch|wrong)-settings';
const SHARED = `(config|files|public-url|${OWN_SETTINGS}|context|command(-prefix)?)\\.ts`;
/** Tests, and files for tests alone, may import everything. */
const TESTS = '\\.test\\.ts$|/test-[^/]+\\.ts$|^src/gateway/engines/conformance\\.ts$';
/** The table of kinds is no engine. */
const SENT_KINDS = '^src/gateway/engines/sent-kinds/';
/** The parts of lib that speak to the database. */
const DATABASE = '^src/platform/lib/(db|postgres|jobs|bus|events)([/-]|\\.ts$)';
/** Files that their own folder alone may import, with the folders in it. */
const PRIVATE = '[/-](store|schema|view)\\.ts$';
/** The file with the name of its folder, such as `devices/device.ts`: its door. */
const NOUN = '(?:.+/|)([^/]+)(?:s|ies|)/\\1y?';
/** A feature: a folder of a house. In the assistant, what is not listed is one feature. */
const FEATURE =
  '^src/((?:platform|gateway|inbox|app)/[^/]+|assistant/(?:arbiter|rules|flows|knowledge)|assistant)/';

const layerRules = NAMES.map((house, index) => ({
  name: `house-${house}`,
  severity: 'error',
  comment: `src/${house} may import ${NAMES.slice(0, index + 1).join(', ')}.`,
  from: { path: `^src/${house}/`, pathNot: TESTS },
  to: { path: '^src/', pathNot: `^src/((${NAMES.slice(0, index + 1).join('|')})/|${SHARED}$)` },
}));

/** lib and engines have a rule that is stricter. */
const orderRules = Object.entries(HOUSES)
  .flatMap(([house, folders]) =>
    folders.slice(0, -1).map((folder, index) => ({
      name: `order-${folder}`,
      severity: 'error',
      comment: `src/${house}/${folder} may not import folders that come later in HOUSES.`,
      from: { path: `^src/${house}/${folder}/`, pathNot: TESTS },
      to: { path: `^src/${house}/(${folders.slice(index + 1).join('|')})/` },
    })),
  )
  .filter(({ name }) => !['order-lib', 'order-engines'].includes(name));

const doorRules = Object.entries(DOORS).map(([house, doors]) => ({
  name: `doors-of-${house}`,
  severity: 'error',
  comment: `Another house enters src/${house} through <noun>/<noun>.ts, or a file that DOORS lists.`,
  from: { path: '^src/[^/]+/', pathNot: `^src/(${house}|app)/|${TESTS}` },
  to: { path: `^src/${house}/`, pathNot: `^src/${house}/(?:${[NOUN, ...doors].join('|')})\\.ts$` },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    ...orderRules,
    ...doorRules,
    {
      name: 'every-folder-has-a-house',
      severity: 'error',
      comment: 'A new folder is given its place in HOUSES first.',
      from: { path: `^src/(?!(${PLACES.join('|')})/|[^/]+/(erasure|jobs|routes)\\.ts$)[^/]+/` },
      to: {},
    },
    {
      name: 'shared-files-know-no-feature',
      severity: 'error',
      comment: 'config with its problems, context, command and its prefix are below every feature.',
      from: { path: `^src/${SHARED}$` },
      to: { path: '^src/', pathNot: `^src/((platform/lib|gateway/engines)/|${SHARED}$)` },
    },
    {
      name: 'app-has-an-order',
      severity: 'error',
      from: { path: '^src/app/processes/', pathNot: TESTS },
      to: { path: '^src/app/cli/' },
    },
    {
      name: 'http-knows-no-process',
      severity: 'error',
      from: { path: '^src/app/(http|operator|sandbox)/', pathNot: TESTS },
      to: { path: '^src/app/(cli|processes)/' },
    },
    {
      name: 'the-sandbox-knows-lib-only',
      severity: 'error',
      comment: 'It plays the outside world: what it shares with the gateway proves nothing.',
      from: { path: '^sandbox/', pathNot: TESTS },
      to: { path: '^(src/(?!platform/lib/)|bin/)' },
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
      to: { path: `^src/(?!platform/lib/|app/).+${PRIVATE}`, pathNot: '/costs/rates/schema\\.ts$' },
    },
    {
      name: 'private-in-their-feature',
      severity: 'error',
      comment: 'Another feature enters through <noun>.ts.',
      from: { path: FEATURE, pathNot: `^src/app/|${TESTS}` },
      to: { path: `^src/.+${PRIVATE}`, pathNot: '^src/($1|platform/lib)/' },
    },
    {
      name: 'private-in-the-parts-of-the-assistant',
      severity: 'error',
      from: { path: '^src/assistant/', pathNot: `^src/assistant/(arbiter|rules|flows|knowledge)/|${TESTS}` },
      to: { path: `^src/assistant/(arbiter|rules|flows|knowledge).*${PRIVATE}` },
    },
    {
      name: 'private-in-its-sub-folder',
      severity: 'error',
      comment: 'Folders of one feature enter each other through their <noun>.ts.',
      from: { path: `${FEATURE}([^/]+)/`, pathNot: `^src/(app|platform/lib|assistant)/|${TESTS}` },
      to: { path: `^src/$1/.+${PRIVATE}`, pathNot: '^src/$1/($2/|[^/]+$)' },
    },
    {
      name: 'private-below-its-feature',
      severity: 'error',
      from: { path: `${FEATURE}[^/]+$`, pathNot: `^src/(app|platform/lib|assistant)/|${TESTS}` },
      to: { path: `^src/$1/.+${PRIVATE}`, pathNot: '^src/$1/[^/]+$' },
    },
    {
      name: 'lib-and-engines-know-lib-only',
      severity: 'error',
      from: { path: '^src/(platform/lib|gateway/engines)/', pathNot: TESTS },
      to: { path: '^src/', pathNot: '^src/(platform/lib|gateway/engines)/' },
    },
    {
      name: 'webhooks-know-events-and-devices-only',
      severity: 'error',
      comment: 'They consume events, and name devices.',
      from: { path: '^src/gateway/webhooks/', pathNot: TESTS },
      to: { path: '^src/gateway/', pathNot: '^src/gateway/(webhooks|events|devices|engines)/' },
    },
    {
      name: 'reference-knows-events-only',
      severity: 'error',
      comment: 'It documents the routes and events that app gives it.',
      from: { path: '^src/app/reference/', pathNot: TESTS },
      to: { path: '^src/', pathNot: `^src/(app/reference|platform/lib|gateway/events)/|${SHARED}$` },
    },
    {
      name: 'webhooks-know-types-of-accounts-only',
      severity: 'error',
      from: { path: '^src/gateway/webhooks/', pathNot: TESTS },
      to: { path: '^src/platform/accounts/', dependencyTypesNot: ['type-only'] },
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
        'It knows the gateway by its API alone. One piece reads CSV files, digits of numbers and words of a search.',
      from: { path: '^web/src/', pathNot: TESTS },
      to: {
        path: '^(src|sandbox|widget|test|bin)/',
        pathNot: '^src/platform/lib/(csv-line|found-words|phone-text|vcard)\\.ts$',
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
        path: '^web/src/(api|devices|files|hours|knowledge|live|people|queries|session|shell|texts|theme|ui)/',
        pathNot: TESTS,
      },
      to: { path: '^web/src/pages/' },
    },
    {
      name: 'engine-internals-stay-inside',
      severity: 'error',
      comment: 'Features use the contracts in src/gateway/engines; app passes the implementations in.',
      from: { path: '^src/', pathNot: `^src/(app|gateway/engines/[^/]+)/|${TESTS}` },
      to: { path: '^src/gateway/engines/[^/]+/', pathNot: SENT_KINDS },
    },
    {
      name: 'engines-know-no-other-engine',
      severity: 'error',
      from: { path: '^src/gateway/engines/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/gateway/engines/[^/]+/', pathNot: `^src/gateway/engines/$1/|${SENT_KINDS}` },
    },
    {
      name: 'engines-and-sandbox-know-no-database',
      severity: 'error',
      comment: 'An engine keeps its keys through SessionHost; the sandbox has its own store.',
      from: { path: '^(src/gateway/engines|sandbox)/', pathNot: TESTS },
      to: { path: DATABASE },
    },
    {
      name: 'sql-lives-in-stores',
      severity: 'error',
      comment: 'A store defines statements. Other files call its functions.',
      from: { path: '^(src|sandbox)/', pathNot: `${DATABASE}|(^|[/-])store\\.ts$|${TESTS}` },
      to: { path: '^src/platform/lib/db/statement\\.ts$' },
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
      from: { path: '^src/', pathNot: `^src/platform/lib/jobs([/-]|\\.ts$)|${TESTS}` },
      to: { path: '(^|/)node_modules/graphile-worker/' },
    },
    {
      name: 'baileys-stays-in-its-engine',
      severity: 'error',
      from: { path: '^(src|sandbox)/', pathNot: `^(src/gateway/engines/economy|sandbox/whatsapp)/|${TESTS}` },
      to: { path: '(^|/)node_modules/baileys/' },
    },
    {
      name: 'the-second-driver-has-its-own-client',
      severity: 'error',
      comment: 'It proves the seam of the linked line: docs/decisions/0242.',
      from: { path: '^test/second-driver/', pathNot: TESTS },
      to: { path: '^src/gateway/engines/economy/connection/client\\.ts$', reachable: true },
    },
    {
      name: 'language-models-are-loaded-late',
      severity: 'error',
      comment: 'The AI SDK costs 0.4 s and 30 MB. One file has it, which the first call imports.',
      from: {
        path: '^(src|sandbox)/',
        pathNot: `^src/assistant/language-model/sdk\\.ts$|${TESTS}`,
      },
      to: { path: '(^|/)node_modules/(ai|@ai-sdk)/' },
    },
    {
      name: 'language-models-are-imported-late',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: {
        path: '^src/assistant/language-model/sdk\\.ts$',
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
      from: { path: '^(src|sandbox|bin)/', pathNot: `^src/platform/lib/names/|${TESTS}` },
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
    {
      name: 'no-unresolved',
      severity: 'error',
      comment: 'vite.config.ts makes the virtual modules.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:(texts|emoji)$' },
    },
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
