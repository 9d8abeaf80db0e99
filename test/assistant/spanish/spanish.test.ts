import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../harness/context.ts';
import { openService } from '../../harness/service.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const ROOT = join(import.meta.dirname, '../../..');
const FILE = 'Nombre,Precio\nCamisa Azul,150.000\nCamisa Roja,160.000';

/** A copy of `src` with one folder more, and the two lines that name it. */
async function withSpanish(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'kurir-spanish-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  const languages = join(copy, 'src/assistant/languages');
  await cp(join(ROOT, 'src'), join(copy, 'src'), { recursive: true });
  await cp(import.meta.dirname, join(copy, 'test/assistant/spanish'), { recursive: true });
  await cp(import.meta.dirname, join(languages, 'es'), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(copy, 'package.json'));
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  await change(join(languages, 'language.ts'), "['id', 'en'] as const", "['id', 'en', 'es'] as const");
  await change(join(languages, 'words.ts'), '= { id, en };', '= { id, en, es };');
  await change(
    join(languages, 'words.ts'),
    'import { id }',
    "import { es } from './es/words.ts';\nimport { id }",
  );
  return copy;
}

async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text.split(from)).toHaveLength(2);
  await writeFile(file, text.replace(from, to));
}

test('a third language is a folder of data: the assistant reads it, answers in it and proves texts in it', async () => {
  const { account, api } = await service.customer();
  const columns = 'name_column=Nombre&price_column=Precio&currency=IDR';
  await api('POST', `/v1/knowledge/tables?name=Tienda&${columns}`, FILE, { 'content-type': 'text/csv' });
  const copy = await withSpanish();

  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['test/assistant/spanish/talk.ts', ctx.databaseUrl, String(account.id)],
    { cwd: copy },
  );

  expect(JSON.parse(stdout)).toEqual({
    spoken: 'es',
    greeting: 'Hola, ¿en qué puedo ayudar?',
    thanks: 'De nada.',
    person: [true, false],
    price: 'Precio de Camisa Azul: Rp150.000.',
    follow_up: 'Precio de Camisa Roja: Rp160.000.',
    columns: ['name', 'price', 'text'],
    meaning: 'delivery',
    date: '2027-08-17',
    explanation: 'Responde con un número, de 1 a 9.',
    proven: [],
    invented: ['veinte mil (money-idr)', 'gratis'],
    denied: true,
  });
});
