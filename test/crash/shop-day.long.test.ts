import { expect, test } from 'vitest';
import { killsOf } from './kills.ts';
import { inTurns } from './ownership-scene.ts';
import { openScene } from './scene.ts';
import { isLongSeason } from './season.ts';
import { type Customer, fits, mayBeMissing, openAutomations, openCustomer, openStaff } from './shop-day.ts';
import { RECOVERY_MS } from './traffic.ts';

const CUSTOMERS = isLongSeason ? 200 : 20;
const AT_ONCE = isLongSeason ? 25 : 20;

const scene = await openScene();

test('on a shop day with kills of every process, each customer gets what the story says, once', {
  timeout: 10 * RECOVERY_MS,
}, async () => {
  await openAutomations(scene);
  const staff = await openStaff(scene);
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, (_, n) => openCustomer(scene, n)));

  const day = live(customers);
  const kills = isLongSeason ? killsOf(scene) : killsOf(scene).slice(-1);
  for (const [, kill] of kills) {
    await pause(isLongSeason ? 8_000 : 3_000);
    await kill();
  }
  const failed = await day;
  expect.soft(failed).toEqual([]);
  await staff.stop();

  const wrong = (await Promise.all(customers.map(problemsOf))).flat();
  expect(wrong).toEqual([]);
});

/** Returns what went wrong, with what the customer has. */
async function live(customers: readonly Customer[]): Promise<string[]> {
  const failed: string[] = [];
  await inTurns(
    customers,
    (customer) => customer.live().catch((error: Error) => void failed.push(error.message)),
    AT_ONCE,
  );
  return failed;
}

/** Empty when the customer got the texts of the story in their order, each once, and nothing else. */
async function problemsOf({ engine, number, story, received, decisions }: Customer): Promise<object[]> {
  const expected = story.flatMap(({ gets }) => gets);
  const got = await received();
  let place = 0;
  const isRight = got.every((text) => {
    while (place < expected.length) {
      const wanted = expected[place] ?? '';
      place += 1;
      if (fits(text, wanted)) return true;
      if (!mayBeMissing(wanted, story)) return false;
    }
    return false;
  });
  const rest = expected.slice(place).filter((wanted) => !mayBeMissing(wanted, story));
  if (isRight && rest.length === 0) return [];
  return [{ engine, number, expected, got, decided: await decisions() }];
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
