import { afterAll, expect, test } from 'vitest';
import { decide, type Question } from '../../src/assistant/answering/decide.ts';
import { isComplaint } from '../../src/assistant/answering/word-lists.ts';
import { asksForPerson } from '../../src/assistant/arbiter/person-words.ts';
import { DEFAULTS as AUTOMATION } from '../../src/assistant/arbiter/settings/schema.ts';
import { readDate } from '../../src/assistant/flows/run/dates.ts';
import { answeredNumber } from '../../src/assistant/flows/run/numbers.ts';
import { columnsOf } from '../../src/assistant/knowledge/tables/columns.ts';
import { ungrounded } from '../../src/assistant/language-model/grounding/grounding.ts';
import { isNegative } from '../../src/assistant/language-model/proof/clauses.ts';
import { promisesPerson } from '../../src/assistant/language-model/proof/self-talk.ts';
import type { Language } from '../../src/assistant/languages/language.ts';
import { languageOf } from '../../src/assistant/languages/spoken.ts';
import { findSettings } from '../../src/assistant/settings/settings.ts';
import { openTables } from '../../src/assistant/tables/tables.ts';
import { readColumns } from '../../src/assistant/trial/csv-file.ts';
import { testContext } from '../harness/context.ts';
import { openService } from '../harness/service.ts';
import { tablesOf } from '../harness/tables.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const tables = openTables(ctx);

const VALUES: Question['values'] = {
  'customer.name': null,
  'customer.first_name': null,
  'customer.phone': null,
  'agent.name': null,
  'device.label': null,
};

/** Of a shop in the country. Its settings are those of a new account. */
async function openShop(countryCode: string, columns: string, file: string) {
  const { account, api } = await service.customer();
  const accounts = tablesOf(ctx.db).updateTable('accounts').set({ country_code: countryCode });
  await accounts.where('id', '=', account.id).execute();
  await api('POST', `/v1/knowledge/tables?name=Shop&${columns}`, file, { 'content-type': 'text/csv' });
  const settings = await findSettings(ctx.db, account.id);
  const ask = async (text: string, subject: Question['subject'] = null) => {
    const asked = { accountId: account.id, deviceUuid: null, text, spoken: languageOf(text), values: VALUES };
    return decide(ctx.db, { ...asked, settings, model: null, tables, subject });
  };
  return { settings, ask };
}

const MIX: Record<string, readonly Language[]> = { pt: ['pt'], es: ['es'] };

test('a shop in Brazil talks Portuguese with its customers', async () => {
  const columns = 'name_column=Produto&price_column=Pre%C3%A7o&currency=BRL';
  const { settings, ask } = await openShop(
    '55',
    columns,
    'Produto,Preço\nCamisa Azul,"R$ 1.159,90"\nCamisa Vermelha,"R$ 69,90"',
  );
  const price = await ask('qto custa a camisa azul?');
  const local = { countryCode: '55', mix: MIX.pt ?? [] };
  const source = ['Frete R$ 25.000. Segunda a sexta das 8 às 18. Trinta e cinco dias para trocar.'];

  expect(settings.languages).toEqual(['pt']);
  expect((await ask('oi, boa tarde!')).answer.text).toBe('Oi! Como posso ajudar você?');
  expect((await ask('mto obg')).answer.text).toBe('Por nada! Conte com a gente.');
  expect(price.answer.text).toBe('Preço de Camisa Azul: R$ 1.159,90.');
  expect((await ask('e a vermelha?', price.subject ?? null)).answer.text).toContain('R$ 69,90');
  expect(asksForPerson('quero falar com um atendente por favor', AUTOMATION.person_words)).toBe(true);
  expect(asksForPerson('o atendente disse que chega hoje', AUTOMATION.person_words)).toBe(false);
  expect(isComplaint('isso é golpe, quero meu dinheiro', null)).toBe(true);
  expect(readDate('5 de março', '2026-11-29')).toBe('2027-03-05');
  expect(readDate('depois de amanhã', '2026-11-29')).toBe('2026-12-01');
  expect(answeredNumber('R$ 1.234,56')).toBe(1234.56);
  expect(answeredNumber('3 peças por favor')).toBe(3);
  expect(ungrounded('O frete é vinte e cinco mil reais, na terça. Troca em 35 dias.', source, local)).toEqual(
    [],
  );
  expect(ungrounded('Custa duzentos reais, grátis.', source, local)).toEqual([
    'duzentos (money-brl)',
    'grátis',
  ]);
  expect([isNegative('não entregamos', local.mix), isNegative('entregamos no centro', local.mix)]).toEqual([
    true,
    false,
  ]);
  expect(promisesPerson('Vou passar você para um atendente.', '', local.mix)).toBe(true);
});

test('a shop in Mexico talks Spanish with its customers', async () => {
  const columns = 'name_column=Producto&price_column=Precio&currency=MXN';
  const { settings, ask } = await openShop(
    '52',
    columns,
    'Producto,Precio\nCamisa Azul,350\nCamisa Roja,370',
  );
  const price = await ask('¿cuánto cuesta la camisa azul?');
  const local = { countryCode: '52', mix: MIX.es ?? [] };
  const source = ['Envío $45. Lunes a viernes de 9 a 18. Treinta y cinco días para cambios.'];

  expect(settings.languages).toEqual(['es']);
  expect((await ask('¡hola, buenas tardes!')).answer.text).toBe('¡Hola! ¿En qué le puedo ayudar?');
  expect((await ask('muchas gracias')).answer.text).toBe('¡Con mucho gusto!');
  expect(price.answer.text).toBe('Precio de Camisa Azul: MXN 350.');
  expect((await ask('¿y la roja?', price.subject ?? null)).answer.text).toContain('370');
  expect(asksForPerson('quisiera hablar con un asesor', AUTOMATION.person_words)).toBe(true);
  expect(asksForPerson('el asesor me dijo que llega hoy', AUTOMATION.person_words)).toBe(false);
  expect(isComplaint('esto es una estafa', null)).toBe(true);
  expect(columnsOf(['Artículo', 'Precio', 'Talla'], {}).map(({ role }) => role)).toEqual([
    'name',
    'price',
    'text',
  ]);
  expect(readDate('17 de agosto', '2026-11-29')).toBe('2027-08-17');
  expect(readDate('mañana', '2026-11-29')).toBe('2026-11-30');
  expect(answeredNumber('3 mil')).toBe(3000);
  expect(ungrounded('Abrimos el miércoles; treinta y cinco días para cambios.', source, local)).toEqual([
    'abrimos',
  ]);
  expect(ungrounded('El envío cuesta cincuenta pesos.', source, local)).toEqual(['cincuenta (money-peso)']);
  expect(isNegative('no enviamos a Canadá', local.mix)).toBe(true);
  expect(promisesPerson('Le paso con un asesor.', '', local.mix)).toBe(true);
});

test('nine of ten short messages show their language, and Portuguese is never taken for Spanish', () => {
  const rows = readColumns('test/assistant/spoken.csv', ['language', 'text']);
  const found = rows.map(({ language, text }) => ({ language, found: languageOf(text) }));
  const confused = found.filter((each) => `${each.language} ${each.found}`.match(/pt es|es pt/));

  expect(rows).toHaveLength(100);
  expect(confused).toEqual([]);
  expect(found.filter((each) => each.found === each.language).length).toBeGreaterThanOrEqual(93);
});
