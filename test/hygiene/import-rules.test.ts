import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DEPCRUISE = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

/** A small gateway that keeps every rule. A file imports the names on the right. */
const KEPT = {
  'src/config.ts': ['zod'],
  'src/context.ts': ['./config.ts', './platform/lib/db/db.ts'],
  'src/command.ts': ['./context.ts', 'commander'],
  'src/cli.js': ['./app/cli/start.ts', './command.ts'],
  'src/platform/lib/db/db.ts': ['pg', './statement.ts'],
  'src/platform/lib/db/statement.ts': [],
  'src/platform/lib/jobs.ts': ['graphile-worker'],
  'src/platform/lib/clock.ts': [],
  'src/platform/lib/names/names.ts': ['node:dns/promises'],
  'src/gateway/engines/engine.ts': ['../../platform/lib/clock.ts'],
  'src/gateway/engines/conformance.ts': ['vitest', './engine.ts'],
  'src/gateway/engines/economy/economy.ts': ['baileys', '../engine.ts', '../../../platform/lib/clock.ts'],
  'src/gateway/engines/economy/economy.test.ts': [
    '../../../../sandbox/whatsapp/server.ts',
    '../../../platform/lib/db/db.ts',
    '../conformance.ts',
  ],
  'sandbox/test-sandbox.ts': ['../src/gateway/engines/economy/economy.ts', 'vitest'],
  'sandbox/whatsapp/server.ts': ['baileys', 'libsignal', '../../src/platform/lib/clock.ts'],
  'src/platform/accounts/account.ts': ['./store.ts', '../../context.ts'],
  'src/platform/accounts/store.ts': ['../lib/db/db.ts', '../lib/db/statement.ts'],
  'src/platform/accounts/commands.ts': ['../../command.ts', './account.ts'],
  'src/platform/usage/usage.ts': ['../accounts/account.ts'],
  'src/gateway/devices/device.ts': [
    '../../platform/accounts/account.ts',
    '../engines/engine.ts',
    './leases/lease.ts',
  ],
  'src/gateway/devices/leases/lease.ts': ['./lease-store.ts', '../schema.ts'],
  'src/gateway/devices/leases/lease-store.ts': ['../../../platform/lib/db/statement.ts'],
  'src/gateway/devices/leases/renewal.ts': [],
  'src/gateway/devices/routes.ts': ['./device.ts', './schema.ts'],
  'src/gateway/devices/schema.ts': ['zod'],
  'src/gateway/messages/message.ts': ['../devices/device.ts', '../../platform/usage/usage.ts'],
  'src/gateway/messages/dispatcher.ts': ['./message.ts'],
  'src/inbox/conversations/conversation.ts': ['../../gateway/devices/device.ts'],
  'src/inbox/stream/stream.ts': [],
  'src/assistant/rules/store.ts': [],
  'src/inbox/attention/attention.ts': [],
  'src/assistant/language-model/sdk.ts': ['ai'],
  'src/gateway/webhooks/webhook.ts': [
    'type ../../platform/accounts/account.ts',
    '../../platform/lib/clock.ts',
  ],
  'src/app/cli/start.ts': ['../processes/main.ts', '../../platform/accounts/commands.ts'],
  'src/app/processes/engines.ts': ['../../gateway/engines/economy/economy.ts'],
  'src/app/processes/main.ts': ['../http/server.ts', '../../../sandbox/whatsapp/server.ts'],
  'src/app/http/server.ts': ['../../gateway/devices/routes.ts', '../../gateway/messages/dispatcher.ts'],
  'src/app/processes/main.test.ts': ['../../platform/accounts/store.ts', '../../../test/harness/database.ts'],
  'test/harness/database.ts': ['../../src/platform/lib/db/db.ts', 'pg'],
};

test('a tree that keeps the rules is clean', async () => {
  const violations = await cruise(KEPT);

  expect(violations).toEqual([]);
});

test('each rule bites', async () => {
  const broken: Record<string, [rule: string, imports: string[]]> = {
    'src/platform/lib/phone.ts': ['lib-and-engines-know-lib-only', ['../../config.ts']],
    'src/platform/lib/retry.ts': ['lib-and-engines-know-lib-only', ['../accounts/account.ts']],
    'src/gateway/engines/registry.ts': ['lib-and-engines-know-lib-only', ['../../config.ts']],
    'src/gateway/engines/economy/outbox.ts': ['lib-and-engines-know-lib-only', ['../../devices/device.ts']],
    'sandbox/phone.ts': ['the-sandbox-knows-lib-only', ['../src/gateway/engines/engine.ts']],
    'sandbox/settings.ts': ['the-sandbox-knows-lib-only', ['../src/config.ts']],
    'src/platform/accounts/limit.ts': ['house-platform', ['../../gateway/devices/device.ts']],
    'src/platform/accounts/start.ts': ['house-platform', ['../../cli.js']],
    'src/platform/accounts/report.ts': ['order-accounts', ['../usage/usage.ts']],
    'src/gateway/devices/outbox.ts': ['order-devices', ['../messages/message.ts']],
    'src/gateway/devices/play.ts': ['the-sandbox-is-started-by-app', ['../../../sandbox/whatsapp/server.ts']],
    'src/gateway/contacts/contact.ts': ['order-contacts', ['../messages/message.ts']],
    'src/gateway/messages/inbox.ts': ['house-gateway', ['../../inbox/conversations/conversation.ts']],
    'src/inbox/staff/peek.ts': ['order-staff', ['../conversations/conversation.ts']],
    'src/assistant/trial/peek.ts': ['private-in-the-parts-of-the-assistant', ['../rules/store.ts']],
    'src/gateway/messages/notify.ts': ['order-messages', ['../webhooks/webhook.ts']],
    'src/gateway/messages/boot.ts': ['house-gateway', ['../../app/processes/main.ts']],
    'src/inbox/conversations/feed.ts': ['order-conversations', ['../stream/stream.ts']],
    'src/gateway/broadcasts/broadcast.ts': ['order-broadcasts', ['../webhooks/webhook.ts']],
    'src/assistant/boot.ts': ['house-assistant', ['../app/processes/main.ts']],
    'src/inbox/entry-points/link.ts': ['order-entry-points', ['../attention/attention.ts']],
    'src/gateway/webhooks/fan-out.ts': ['webhooks-know-events-and-devices-only', ['../messages/message.ts']],
    'src/billing/invoice.ts': ['every-folder-has-a-house', ['../platform/lib/clock.ts']],
    'src/app/http/peek.ts': [
      'app-is-composed-of-front-doors',
      ['../../gateway/devices/leases/lease-store.ts'],
    ],
    'src/app/processes/call.ts': ['app-has-an-order', ['../cli/start.ts']],
    'src/app/http/call.ts': ['http-knows-no-process', ['../processes/main.ts']],
    'src/main.ts': ['app-is-composed-of-front-doors', ['./gateway/devices/schema.ts']],
    'src/gateway/messages/steal.ts': ['private-in-their-feature', ['../devices/schema.ts']],
    'src/gateway/messages/leases.ts': ['private-in-their-feature', ['../devices/leases/lease-store.ts']],
    'src/inbox/conversations/mount.ts': ['doors-of-gateway', ['../../gateway/devices/routes.ts']],
    'src/inbox/conversations/inside.ts': ['doors-of-gateway', ['../../gateway/devices/leases/renewal.ts']],
    'src/assistant/steal.ts': ['doors-of-platform', ['../platform/accounts/commands.ts']],
    'src/inbox/conversations/run.ts': ['doors-of-gateway', ['../../gateway/messages/dispatcher.ts']],
    'src/gateway/devices/look.ts': ['private-below-its-feature', ['./leases/lease-store.ts']],
    'src/gateway/devices/pairing/peek.ts': ['private-in-its-sub-folder', ['../leases/lease-store.ts']],
    'src/gateway/webhooks/rules.ts': [
      'webhooks-know-types-of-accounts-only',
      ['../../platform/accounts/account.ts'],
    ],
    'src/gateway/engines/kinds.ts': ['engine-internals-stay-inside', ['./economy/economy.ts']],
    'src/gateway/devices/verify.ts': ['engine-internals-stay-inside', ['type ../engines/economy/economy.ts']],
    'src/gateway/engines/widget/widget.ts': ['engines-know-no-other-engine', ['../economy/economy.ts']],
    'src/gateway/engines/economy/keys.ts': [
      'engines-and-sandbox-know-no-database',
      ['../../../platform/lib/db/db.ts'],
    ],
    'sandbox/queue.ts': ['engines-and-sandbox-know-no-database', ['../src/platform/lib/jobs.ts']],
    'src/gateway/messages/sql.ts': ['sql-lives-in-stores', ['../../platform/lib/db/statement.ts']],
    'src/app/http/sql.ts': ['driver-stays-in-lib', ['type pg']],
    'src/gateway/contacts/store.ts': ['driver-stays-in-lib', ['pg']],
    'src/gateway/messages/later.ts': ['jobs-live-in-lib', ['graphile-worker']],
    'src/gateway/devices/socket.ts': ['baileys-stays-in-its-engine', ['type baileys']],
    'src/assistant/ask.ts': ['language-models-are-loaded-late', ['ai']],
    'src/assistant/call.ts': ['language-models-are-imported-late', ['./language-model/sdk.ts']],
    'src/gateway/engines/economy/signal.ts': ['libsignal-stays-in-the-sandbox', ['libsignal']],
    'src/gateway/engines/economy/find.ts': ['names-are-looked-up-in-one-place', ['node:dns']],
    'src/gateway/devices/rehearsal.ts': ['sources-know-no-tests', ['../engines/conformance.ts']],
    'sandbox/play.ts': ['sources-know-no-tests', ['./test-sandbox.ts']],
    'src/platform/accounts/fixture.ts': ['sources-know-no-tests', ['../../../test/harness/database.ts']],
    'src/gateway/devices/draw.ts': ['no-development-dependency-at-run-time', ['fast-check']],
    'src/gateway/devices/lost.ts': ['no-unresolved', ['./nowhere.ts']],
    'src/platform/lib/chicken.ts': ['no-circular', ['./egg.ts']],
    'src/gateway/devices/guess.ts': ['no-unlisted-package', ['acorn']],
  };

  const imports = Object.entries(broken).map(([file, [, names]]) => [file, names] as const);
  const violations = await cruise({
    ...KEPT,
    'src/platform/lib/egg.ts': ['type ./chicken.ts'],
    ...Object.fromEntries(imports),
  });

  const expected = Object.entries(broken).map(([file, [rule]]) => `${rule}: ${file}`);
  expect(violations).toEqual(expected.sort());
});

test('config, context and command know no feature', async () => {
  const violations = await cruise({
    'src/command.ts': ['./gateway/devices/device.ts'],
    'src/gateway/devices/device.ts': [],
  });

  expect(violations).toEqual(['shared-files-know-no-feature: src/command.ts']);
});

/** Writes the tree into a new folder. Answers `rule: file` for each broken rule, sorted. */
async function cruise(tree: Record<string, readonly string[]>): Promise<string[]> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'kurir-imports-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs', 'src/houses.cjs']) {
    await cp(join(ROOT, name), join(folder, name));
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const name of ['sandbox', 'test', 'bin']) await mkdir(join(folder, name));
  for (const [file, imports] of Object.entries(tree)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), imports.map(importLine).join('\n'));
  }

  const { summary } = await report(folder);
  return [...new Set(summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`))].sort();
}

function importLine(name: string): string {
  return name.startsWith('type ')
    ? `import type {} from '${name.slice('type '.length)}';`
    : `import '${name}';`;
}

interface Report {
  summary: { violations: { rule: { name: string }; from: string }[] };
}

function report(folder: string): Promise<Report> {
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [DEPCRUISE, 'src', 'sandbox', 'test', 'bin', '--output-type', 'json'],
      options,
      (_error, stdout, stderr) => (stdout === '' ? reject(new Error(stderr)) : resolve(JSON.parse(stdout))),
    );
  });
}
