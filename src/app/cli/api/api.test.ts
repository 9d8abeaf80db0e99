import { spawnSync } from 'node:child_process';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../command-line.ts';
import { registerApiCommand } from './api-commands.ts';
import { callOf } from './call.ts';
import { completionsOf } from './completion.ts';
import { showOperation } from './operation-help.ts';
import { findOperation, nearestOperation, operationsWith, readOperations } from './operations.ts';

const operations = readOperations();
const program = await createProgram();
const operation = (name: string) => {
  const found = findOperation(operations, name);
  if (!found) throw new Error(name);
  return found.operation;
};

/** Prints or calls nothing. */
function kurirApi(...words: string[]): Promise<unknown> {
  const command = new Command().exitOverride();
  registerApiCommand(command, { print: async () => {}, send: async () => {} });
  return command.parseAsync(['api', ...words], { from: 'user' });
}

test.each<[string[], RegExp]>([
  [['POST /v1/faqs'], /Unknown operation 'POST \/v1\/faqs'\. Did you mean POST \/v1\/knowledge\/faqs\?/],
  [['GET /v1/lables'], /Did you mean GET \/v1\/labels\?/],
  [['zzz'], /^Unknown operation 'zzz'\. See \.\/kurir api$/],
  [['POST /v1/labels', 'nama=vip'], /Unknown field 'nama'\. Did you mean name\? See .* --help$/],
  [['POST /v1/labels', 'vip'], /'vip' is no field: write name=value\./],
  [['POST /v1/labels', 'name:=vip'], /The value of name:= is no JSON\./],
  [['DELETE /v1/labels/{id}'], /Which id\? Add id=VALUE\./],
  [['GET /v1/labels', '--file', 'a.csv'], /GET \/v1\/labels takes no file\./],
  [['POST /v1/knowledge/faqs/import'], /Which file\? Add --file FILE\./],
  [['POST /v1/labels', '--file', 'package.json'], /Unknown field 'version'/],
  [['POST /v1/labels', 'name=@none.txt'], /none\.txt cannot be read: there is no such file or folder\./],
])('%j says in one line what is wrong', async (words, line) => {
  const ended = kurirApi(...words);

  await expect(ended).rejects.toMatchObject({ kind: 'invalid_usage', message: expect.stringMatching(line) });
});

test('the schema decides the type of a text, and ids and words of a query are escaped', async () => {
  const numbers = await callOf(operation('POST /v1/knowledge/sites'), [
    'url=https://a.example',
    'max_pages=5',
  ]);
  const query = await callOf(operation('GET /v1/knowledge/faqs'), ['q=a&b c']);
  const path = await callOf(operation('DELETE /v1/opt-outs/{phone}'), ['phone=+62/1']);

  expect(numbers.payload).toBe('{"url":"https://a.example","max_pages":5}');
  expect(query.url).toBe('/v1/knowledge/faqs?q=a%26b+c');
  expect(path.url).toBe('/v1/opt-outs/%2B62%2F1');
});

test('a message has a new Idempotency-Key unless one is given', async () => {
  const send = operation('POST /v1/messages');

  const keys = [
    await callOf(send, []),
    await callOf(send, []),
    await callOf(send, ['Idempotency-Key=order-17']),
  ];

  const [first, second, given] = keys.map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).not.toBe(first);
  expect(given).toBe('order-17');
});

test.each(operations.map((each) => [each.name, each] as const))(
  'the help of %s fits every terminal',
  (_name, each) => {
    for (const width of [40, 80]) {
      const written: string[] = [];
      showOperation(each, { writeOut: (part) => void written.push(part), getOutHelpWidth: () => width });

      const [text = ''] = written.join('').split('Example:');
      for (const { name } of each.fields) expect(text).toContain(`  ${name}`);
      const wide = text.split('\n').filter((line) => line.length > width && !/^Usage: |\S{20}/.test(line));
      expect(wide).toEqual([]);
    }
  },
);

test('help shows types, limits and descriptions', () => {
  const written: string[] = [];

  showOperation(operation('POST /v1/knowledge/faqs'), {
    writeOut: (part) => void written.push(part),
    getOutHelpWidth: () => 200,
  });

  const text = written.join('');
  expect(text).toMatch(/answer +text \(1 to 4096 characters\), required\. The text that answers\./);
  expect(text).toMatch(/questions +list \(1 to 100\) of text \(1 to 500 characters\)\. Ways to ask/);
  expect(text).toMatch(/language +id or en or pt or es or null\./);
  expect(text).toMatch(/Example:\n {2}\.\/kurir api 'POST \/v1\/knowledge\/faqs' answer='/);
});

test('a word lists the operations of a resource', () => {
  const names = operationsWith(operations, 'Label').map(({ name }) => name);

  expect(names).toContain('GET /v1/labels');
  expect(nearestOperation(operations, 'PATCH /v1/auto-replies')).toMatch(/auto-replies/);
});

test.each([
  ['kurir xyz', []],
  ['kurir acc', ['account']],
  ['kurir account cr', ['create']],
  ['kurir account create --na', ['--name']],
  ['kurir api PO', ['POST']],
  ['kurir api GET /v1/lab', ['/v1/labels']],
  ["kurir api 'GET /v1/lab", ['GET /v1/labels']],
  ["kurir api 'POST /v1/labels' n", ['name=']],
  ['kurir api POST /v1/labels name=vip n', []],
  ['kurir api GET /v1/labels --js', ['--json']],
  ["kurir api 'DELETE /v1/labels/{id}' ", ['id=']],
  ['kurir api DELETE /v1/labels/\\{id\\} i', ['id=']],
  ['kurir api POST /v1/knowledge/faqs language=', ['id', 'en', 'pt', 'es']],
  ['kurir api POST /v1/knowledge/faqs enabled=f', ['false']],
  ['kurir api --file ', []],
  ['kurir completion z', []],
])('%s is completed with %j', (line, words) => {
  expect(completionsOf(program, line)).toEqual(words);
});

test('bash completes an operation, and a field without a blank behind it', () => {
  const ask = (line: string) => {
    const script = `source <("$0" "$1" completion bash)
      COMP_LINE=$2 COMP_POINT=\${#2}
      _kurir
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const cli = new URL('../../../cli.js', import.meta.url).pathname;
    return spawnSync('bash', ['-c', script, process.execPath, cli, line], { encoding: 'utf8' }).stdout;
  };

  expect(ask("./kurir api 'POST /v1/lab")).toBe('POST /v1/labels\n');
  expect(ask("./kurir api 'POST /v1/labels' na")).toBe('name=\n');
});
