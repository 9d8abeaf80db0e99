import { expect, test } from 'vitest';
import { isTestFile, readTree, type SourceFile } from './tree.ts';

/** Files that open connections by name, through `lookup` of src/platform/lib/names. */
const THROUGH_NAMES = [
  'sandbox/graph/webhooks/webhook-sender.ts',
  'src/gateway/engines/economy/connection/agents.ts',
  'src/gateway/engines/economy/connection/client.ts',
  'src/gateway/engines/official-cloud/graph/graph.ts',
  'src/platform/lib/file-store/bucket-client.ts',
  'src/platform/lib/guarded-fetch/connections.ts',
  'src/platform/lib/guarded-fetch/connector.ts',
  'src/inbox/staff/oidc/provider.ts',
];

/** Files that connect to addresses of the operator only. No URL of a customer gets there. */
const TO_THE_OPERATOR: Readonly<Record<string, string>> = {
  'src/app/cli/doctor/network.ts':
    'A command asks the public URL and the providers of the settings, for 3 s.',
  'src/app/cli/gateway-client.ts': 'A command calls the gateway of its data folder.',
  'src/app/cli/status.ts': 'A command asks the health port of its own gateway.',
  'src/app/http/listen-problem.ts': 'A start asks the program that has its port.',
  'src/app/sandbox/chat/chat.js': 'A page calls its own gateway.',
  'src/app/sandbox/forward.ts': 'The gateway forwards to its sandbox.',
  'src/app/processes/identity/identity-lock.ts': 'A gateway asks the gateway of a copied data folder.',
  'src/app/sandbox/control.ts': 'The gateway asks its sandbox.',
  'src/app/upgrade/gateway.ts': 'An upgrade asks the gateway that it starts on this machine.',
  'src/gateway/devices/passkey/page/browser.js': 'A page calls its own gateway.',
  'src/gateway/engines/economy/newest.ts': 'A command asks WhatsApp Web of the settings, for 3 s.',
  'src/app/reference/site/assets/state.js': 'A page in a browser asks the gateway that sent it.',
  'src/platform/lib/postgres/serving.ts':
    'A gateway asks whether a server listens on the socket in its folder.',
};

const MODULES = /^import (?!type )(.+?) from '(?:undici|node:https?|node:net|node:tls|ws|baileys)';$/gms;
const OPENERS = new RegExp(
  String.raw`\b(?<!type )(net|tls|http|https|Agent|Client|Pool|buildConnector|request|connect|` +
    String.raw`createConnection|fetch|WebSocket|makeWASocket)\b`,
);

const opensConnections = ({ text }: SourceFile) =>
  /\b(await|return|=>|=) fetch\(/.test(text) ||
  [...text.matchAll(MODULES)].some(([, names = '']) => OPENERS.test(names));

test('only listed files open connections, so that every name has a lookup with a deadline', async () => {
  const sources = (await readTree()).filter(
    ({ path }) => /^(src|sandbox|bin)\//.test(path) && !isTestFile(path),
  );

  const found = sources.filter(opensConnections).map(({ path }) => path);

  expect(found).toEqual([...THROUGH_NAMES, ...Object.keys(TO_THE_OPERATOR)].sort());
});

test('a file that opens connections by name passes a lookup on', async () => {
  const listed = (await readTree()).filter(({ path }) => THROUGH_NAMES.includes(path));

  const without = listed.filter(({ text }) => !/\blookup\b|\bconnect\(origin\)|agents\.socket/.test(text));

  expect(without.map(({ path }) => path)).toEqual([]);
});
