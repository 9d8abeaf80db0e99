import { loadTexts } from '../texts/language.ts';
import { loadFieldKinds } from './problem-text.ts';

/** Loads the texts of rare codes and of fields. A page without them works. */
export async function loadRareTexts(): Promise<void> {
  await Promise.allSettled([loadTexts('rare'), loadFieldKinds()]);
}
