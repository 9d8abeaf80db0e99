import { decide, type Question } from '../../../src/assistant/answering/decide.ts';
import { asksForPerson } from '../../../src/assistant/arbiter/person-words.ts';
import { DEFAULTS as AUTOMATION } from '../../../src/assistant/arbiter/settings/schema.ts';
import { rank, train } from '../../../src/assistant/brain/brain.ts';
import { readDate } from '../../../src/assistant/flows/run/dates.ts';
import { explanationOf } from '../../../src/assistant/flows/run/explanation.ts';
import { columnsOf } from '../../../src/assistant/knowledge/tables/columns.ts';
import { ungrounded } from '../../../src/assistant/language-model/grounding/grounding.ts';
import { isNegative } from '../../../src/assistant/language-model/proof/clauses.ts';
import { LANGUAGES } from '../../../src/assistant/languages/language.ts';
import { languageOf } from '../../../src/assistant/languages/spoken.ts';
import { DEFAULTS } from '../../../src/assistant/settings/schema.ts';
import { openTables } from '../../../src/assistant/tables/tables.ts';
import { openDatabase } from '../../../src/platform/lib/db/db.ts';

/** Runs in a copy of `src` that has one language more. Prints what the assistant does with it. */
const [databaseUrl = '', accountId] = process.argv.slice(2);
const language = LANGUAGES.at(-1) ?? LANGUAGES[0];
const { db, close } = openDatabase(databaseUrl, {
  max: 1,
  name: 'spanish',
  prepared: true,
  silenceMs: 60_000,
  onIdleError: () => undefined,
});
const tables = openTables({ db });
const settings = { ...DEFAULTS, languages: [language] };

async function answer(text: string, subject: Question['subject'] = null) {
  const asked = {
    accountId: Number(accountId),
    deviceUuid: null,
    text,
    spoken: languageOf(text),
    values: VALUES,
  };
  return decide(db, { ...asked, settings, model: null, tables, subject });
}

const VALUES: Question['values'] = {
  'customer.name': null,
  'customer.first_name': null,
  'customer.phone': null,
  'agent.name': null,
  'device.label': null,
};
const price = await answer('¿cuánto cuesta la camisa azul?');
const brain = train({
  languages: [language],
  entries: [
    { id: 'delivery', questions: ['envio a Madrid', 'cuando llega el envio'] },
    { id: 'hours', questions: ['horario de la tienda', 'cuando abre la tienda'] },
  ],
});
process.stdout.write(
  JSON.stringify({
    spoken: languageOf('quiero hablar con una persona'),
    greeting: (await answer('¡hola!')).answer.text,
    thanks: (await answer('muchas gracias')).answer.text,
    person: ['quiero hablar con una persona', 'hola persona'].map((text) =>
      asksForPerson(text, AUTOMATION.person_words),
    ),
    price: price.answer.text,
    follow_up: (await answer('¿y la roja?', price.subject ?? null)).answer.text,
    columns: columnsOf(['Nombre', 'Precio', 'Talla'], {}).map(({ role }) => role),
    meaning: rank(brain, 'el reparto').candidates[0]?.id,
    date: readDate('el 17 de agosto', '2026-11-29'),
    explanation: explanationOf({ kind: 'number', min: 1, max: 9, integer: false }, language),
    proven: ungrounded(
      'Cuesta veinticinco mil rupias, el martes.',
      ['Precio: Rp25.000, lunes a viernes.'],
      '34',
    ),
    invented: ungrounded('Cuesta veinte mil rupias, gratis.', ['Precio: Rp25.000.'], '34'),
    denied: isNegative('no enviamos a Papua'),
  }),
);
await close();
