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
  'src/context.ts': ['./config.ts', './lib/db/db.ts'],
  'src/command.ts': ['./context.ts', 'commander'],
  'src/cli.js': ['./app/cli/start.ts', './command.ts'],
  'src/lib/db/db.ts': ['pg', './statement.ts'],
  'src/lib/db/statement.ts': [],
  'src/lib/jobs.ts': ['graphile-worker'],
  'src/lib/clock.ts': [],
  'src/lib/names/names.ts': ['node:dns/promises'],
  'src/engines/engine.ts': ['../lib/clock.ts'],
  'src/engines/conformance.ts': ['vitest', './engine.ts'],
  'src/engines/economy/economy.ts': ['baileys', '../engine.ts', '../../lib/clock.ts'],
  'src/engines/economy/economy.test.ts': [
    '../../../sandbox/whatsapp/server.ts',
    '../../lib/db/db.ts',
    '../conformance.ts',
  ],
  'sandbox/test-sandbox.ts': ['../src/engines/economy/economy.ts', 'vitest'],
  'sandbox/whatsapp/server.ts': ['baileys', 'libsignal', '../../src/lib/clock.ts'],
  'src/accounts/account.ts': ['./store.ts', '../context.ts'],
  'src/accounts/store.ts': ['../lib/db/db.ts', '../lib/db/statement.ts'],
  'src/accounts/commands.ts': ['../command.ts', './account.ts'],
  'src/usage/usage.ts': ['../accounts/account.ts'],
  'src/devices/device.ts': ['../accounts/account.ts', '../engines/engine.ts', './leases/lease.ts'],
  'src/devices/leases/lease.ts': ['./lease-store.ts', '../schema.ts'],
  'src/devices/leases/lease-store.ts': ['../../lib/db/statement.ts'],
  'src/devices/routes.ts': ['./device.ts', './schema.ts'],
  'src/devices/schema.ts': ['zod'],
  'src/messages/message.ts': ['../devices/device.ts', '../usage/usage.ts'],
  'src/messages/dispatcher.ts': ['./message.ts'],
  'src/automation/assistant/language-model/sdk.ts': ['ai'],
  'src/webhooks/webhook.ts': ['type ../accounts/account.ts', '../lib/clock.ts'],
  'src/app/cli/start.ts': ['../processes/main.ts', '../../accounts/commands.ts'],
  'src/app/processes/engines.ts': ['../../engines/economy/economy.ts'],
  'src/app/processes/main.ts': ['../http/server.ts', '../../../sandbox/whatsapp/server.ts'],
  'src/app/http/server.ts': ['../../devices/routes.ts', '../../messages/dispatcher.ts'],
  'src/app/processes/main.test.ts': ['../../accounts/store.ts', '../../../test/harness/database.ts'],
  'test/harness/database.ts': ['../../src/lib/db/db.ts', 'pg'],
};

test('a tree that keeps the rules is clean', async () => {
  const violations = await cruise(KEPT);

  expect(violations).toEqual([]);
});

test('each rule bites', async () => {
  const broken: Record<string, [rule: string, imports: string[]]> = {
    'src/lib/phone.ts': ['layer-lib', ['../config.ts']],
    'src/lib/retry.ts': ['layer-lib', ['../devices/device.ts']],
    'src/engines/registry.ts': ['layer-engines', ['../config.ts']],
    'src/engines/economy/outbox.ts': ['layer-engines', ['../../devices/device.ts']],
    'sandbox/phone.ts': ['the-sandbox-knows-lib-only', ['../src/engines/engine.ts']],
    'sandbox/settings.ts': ['the-sandbox-knows-lib-only', ['../src/config.ts']],
    'src/accounts/limit.ts': ['layer-accounts', ['../devices/device.ts']],
    'src/accounts/start.ts': ['layer-accounts', ['../cli.js']],
    'src/usage/report.ts': ['layer-usage', ['../messages/message.ts']],
    'src/devices/outbox.ts': ['layer-devices', ['../messages/message.ts']],
    'src/devices/play.ts': ['the-sandbox-is-started-by-app', ['../../sandbox/whatsapp/server.ts']],
    'src/contacts/contact.ts': ['layer-contacts', ['../messages/message.ts']],
    'src/messages/inbox.ts': ['layer-messages', ['../conversations/conversation.ts']],
    'src/messages/notify.ts': ['layer-messages', ['../webhooks/webhook.ts']],
    'src/messages/boot.ts': ['layer-messages', ['../app/processes/main.ts']],
    'src/conversations/conversation.ts': ['layer-conversations', ['../webhooks/webhook.ts']],
    'src/broadcasts/broadcast.ts': ['layer-broadcasts', ['../webhooks/webhook.ts']],
    'src/automation/rule.ts': ['layer-automation', ['../webhooks/webhook.ts']],
    'src/entry-points/link.ts': ['layer-entry-points', ['../webhooks/webhook.ts']],
    'src/webhooks/fan-out.ts': ['layer-webhooks', ['../messages/message.ts']],
    'src/billing/invoice.ts': ['every-folder-has-a-layer', ['../lib/clock.ts']],
    'src/app/http/peek.ts': ['app-is-composed-of-front-doors', ['../../devices/leases/lease-store.ts']],
    'src/app/processes/call.ts': ['app-has-an-order', ['../cli/start.ts']],
    'src/app/http/call.ts': ['http-knows-no-process', ['../processes/main.ts']],
    'src/main.ts': ['app-is-composed-of-front-doors', ['./devices/schema.ts']],
    'src/messages/steal.ts': ['doors-of-devices', ['../devices/schema.ts']],
    'src/messages/leases.ts': ['doors-of-devices', ['../devices/leases/lease-store.ts']],
    'src/messages/mount.ts': ['doors-of-devices', ['../devices/routes.ts']],
    'src/messages/inside.ts': ['doors-of-devices', ['../devices/leases/lease.ts']],
    'src/usage/create.ts': ['doors-of-accounts', ['../accounts/commands.ts']],
    'src/conversations/run.ts': ['doors-of-messages', ['../messages/dispatcher.ts']],
    'src/devices/look.ts': ['private-below-its-feature', ['./leases/lease-store.ts']],
    'src/devices/pairing/peek.ts': ['private-in-its-sub-folder', ['../leases/lease-store.ts']],
    'src/webhooks/rules.ts': ['webhooks-know-types-of-accounts-only', ['../accounts/account.ts']],
    'src/engines/kinds.ts': ['engine-internals-stay-inside', ['./economy/economy.ts']],
    'src/devices/verify.ts': ['engine-internals-stay-inside', ['type ../engines/economy/economy.ts']],
    'src/engines/widget/widget.ts': ['engines-know-no-other-engine', ['../economy/economy.ts']],
    'src/engines/economy/keys.ts': ['engines-and-sandbox-know-no-database', ['../../lib/db/db.ts']],
    'sandbox/queue.ts': ['engines-and-sandbox-know-no-database', ['../src/lib/jobs.ts']],
    'src/messages/sql.ts': ['sql-lives-in-stores', ['../lib/db/statement.ts']],
    'src/app/http/sql.ts': ['driver-stays-in-lib', ['type pg']],
    'src/contacts/store.ts': ['driver-stays-in-lib', ['pg']],
    'src/messages/later.ts': ['jobs-live-in-lib', ['graphile-worker']],
    'src/devices/socket.ts': ['baileys-stays-in-its-engine', ['type baileys']],
    'src/automation/assistant/ask.ts': ['language-models-are-loaded-late', ['ai']],
    'src/automation/assistant/call.ts': ['language-models-are-imported-late', ['./language-model/sdk.ts']],
    'src/engines/economy/signal.ts': ['libsignal-stays-in-the-sandbox', ['libsignal']],
    'src/engines/economy/find.ts': ['names-are-looked-up-in-one-place', ['node:dns']],
    'src/devices/rehearsal.ts': ['sources-know-no-tests', ['../engines/conformance.ts']],
    'sandbox/play.ts': ['sources-know-no-tests', ['./test-sandbox.ts']],
    'src/accounts/fixture.ts': ['sources-know-no-tests', ['../../test/harness/database.ts']],
    'src/devices/draw.ts': ['no-development-dependency-at-run-time', ['fast-check']],
    'src/devices/lost.ts': ['no-unresolved', ['./nowhere.ts']],
    'src/lib/chicken.ts': ['no-circular', ['./egg.ts']],
    'src/devices/guess.ts': ['no-unlisted-package', ['acorn']],
  };

  const imports = Object.entries(broken).map(([file, [, names]]) => [file, names] as const);
  const violations = await cruise({
    ...KEPT,
    'src/lib/egg.ts': ['type ./chicken.ts'],
    ...Object.fromEntries(imports),
  });

  const expected = Object.entries(broken).map(([file, [rule]]) => `${rule}: ${file}`);
  expect(violations).toEqual(expected.sort());
});

test('config, context and command know no feature', async () => {
  const violations = await cruise({
    'src/command.ts': ['./devices/device.ts'],
    'src/devices/device.ts': [],
  });

  expect(violations).toEqual(['shared-files-know-no-feature: src/command.ts']);
});

/** Writes the tree into a new folder. Answers `rule: file` for each broken rule, sorted. */
async function cruise(tree: Record<string, readonly string[]>): Promise<string[]> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'kurir-imports-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs']) {
    await cp(join(ROOT, name), join(folder, name));
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const name of ['src', 'sandbox', 'test', 'bin']) await mkdir(join(folder, name));
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
