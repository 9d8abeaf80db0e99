import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext } from 'playwright-core';
import { LANGUAGES, type Language } from '../../web/src/texts/translate.ts';
import { startBenchGateway } from '../bench/bench-gateway.ts';
import { type Economy, openAccount, SANDBOX_SETTINGS } from '../bench/economy-scene.ts';
import { launchChromium } from '../browser/chromium.ts';
import { buildDashboardOnce } from '../harness/dashboard-build.ts';
import { OF_GUIDES, PAGES, type PictureOf } from './pages.ts';
import { writeSheets } from './sheet.ts';
import { fillShop } from './shop.ts';
import { type Look, type Shot, SIZES, type State, take } from './shot.ts';

const DOCS = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const PASSWORD = 'kopi susu tanpa gula';
/** Pixels of the picture for one of the page: those of guides are small files. */
const GUIDE_SCALE = 0.75;

const looksIn = (languages: readonly Language[]): Look[] =>
  (['light', 'dark'] as const).flatMap((theme) =>
    languages.flatMap((language) =>
      (['wide', 'phone', 'zoom'] as const).map((size) => ({ theme, language, size })),
    ),
  );
/** A state is looked at once in each language, and in each theme. */
const inOneTheme = (looks: readonly Look[]) =>
  looks.filter(({ theme, language }) => (theme === 'dark') === (language === 'id'));
const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name);

/**
 * `npm run pictures` writes the small pictures of the guides. `npm run pictures -- FOLDER [NAME...]` writes every
 * page (or these) in each theme, size and state, and sheets of them. The languages are English and Indonesian, or
 * those that are named too, such as `es`. It lists what is wrong with a page: wider than the window, not usable for
 * people with disabilities, an error in the console.
 */
async function run([folder, ...names]: readonly string[]): Promise<void> {
  await buildDashboardOnce();
  const browser = await launchChromium();
  const gateway = await startBenchGateway({ ...SANDBOX_SETTINGS, KURIR_PORT: '0' });
  try {
    const plan = { plan: 'usaha', perMinute: '120', perMonth: '10000' };
    const shop = await openAccount(gateway, 'Kedai Senja', 5, plan);
    await fillShop(shop);
    const full = await logIn(browser, shop, 'ani@kedaisenja.example', 'Ani');
    if (folder === undefined) return await takeForGuides(browser, shop, full);
    const empty = await openAccount(gateway, 'Toko Baru', 5, plan);
    const sessions = { full, empty: await logIn(browser, empty, 'budi@tokobaru.example', 'Budi') };
    await takeAll(browser, shop, sessions, folder, names);
  } finally {
    await browser.close();
    await gateway.stop();
  }
}

/** The state of the storage of a browser. */
type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

async function logIn(
  browser: Browser,
  { gateway, accountId }: Economy,
  email: string,
  name: string,
): Promise<Session> {
  const context = await browser.newContext();
  const user = await gateway.kurir(
    ...['user', 'create', email, '--role', 'owner', '--name', name, '--operator'],
    ...['--account', String(accountId)],
  );
  const token = decodeURIComponent(new URL(user.link).hash.slice(1));
  const origin = originOf({ gateway });
  const data = { token, password: PASSWORD };
  const answer = await context.request.post(`${origin}/app/api/links/accept`, { headers: { origin }, data });
  if (!answer.ok()) throw new Error(`the invitation was refused: ${await answer.text()}`);
  const session = await context.storageState();
  await context.close();
  return session;
}

const originOf = ({ gateway }: Pick<Economy, 'gateway'>) => `http://127.0.0.1:${gateway.port}`;

async function takeForGuides(browser: Browser, shop: Economy, session: Session): Promise<void> {
  await mkdir(DOCS, { recursive: true });
  const look = { theme: 'light', language: 'en', size: 'wide' } as const;
  for (const name of OF_GUIDES) {
    const page = PAGES.find((each) => each.name === name);
    if (!page) throw new Error(`no page ${name}`);
    const { png } = await takeWith(browser, shop, session, { page, look, state: 'full', scale: GUIDE_SCALE });
    await writeFile(`${DOCS}${name}.png`, png);
    console.log(`docs/pictures/${name}.png ${(png.length / 1024).toFixed(0)} KiB`);
  }
}

async function takeAll(
  browser: Browser,
  shop: Economy,
  sessions: { full: Session; empty: Session },
  folder: string,
  names: readonly string[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const [languages, wanted] = [names.filter(isLanguage), names.filter((name) => !isLanguage(name))];
  const pages = PAGES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const looks = looksIn(languages.length > 0 ? languages : ['en', 'id']);
  const shots: Shot[] = [];
  for (const page of pages) {
    for (const [state, ofState] of statesOf(page, looks)) {
      for (const look of ofState) {
        const session = state === 'empty' ? sessions.empty : sessions.full;
        const shot = await takeWith(browser, shop, session, { page, look, state, scale: 1 });
        await writeFile(`${folder}/${shot.name}.png`, shot.png);
        for (const problem of shot.problems) console.log(`${shot.name}: ${problem}`);
        shots.push(shot);
      }
    }
  }
  await writeSheets(browser, shots, folder);
  const bad = shots.filter(({ problems }) => problems.length > 0).length;
  console.log(`${shots.length} pictures in ${folder}, ${bad} with something wrong`);
  if (bad > 0) process.exitCode = 1;
}

/** What is opened by a click is not there while its list is empty, loads or fails. */
function statesOf({ clicks }: PictureOf, looks: readonly Look[]): [State, readonly Look[]][] {
  if (clicks) return [['full', looks]];
  const few = inOneTheme(looks);
  return [
    ['full', looks],
    ['empty', few],
    ['loading', few.slice(0, 1)],
    ['error', few],
  ];
}

async function takeWith(
  browser: Browser,
  shop: Economy,
  storageState: Session,
  wanted: { page: PictureOf; look: Look; state: State; scale: number },
): Promise<Shot> {
  const { look, scale } = wanted;
  const context = await browser.newContext({
    ...{ storageState, viewport: SIZES[look.size] },
    ...{ deviceScaleFactor: scale, colorScheme: look.theme, reducedMotion: 'reduce' },
    ...{ locale: LANGUAGES[look.language].locale, timezoneId: 'Asia/Jakarta' },
  });
  try {
    return await take(context, originOf(shop), wanted);
  } finally {
    await context.close();
  }
}

await run(process.argv.slice(2));
