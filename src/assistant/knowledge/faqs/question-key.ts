export function questionKey(question: string): string {
  return question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();
}

/** Trimmed, each once. */
export function distinctQuestions(questions: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const question of questions) {
    const key = questionKey(question) || question.trim();
    if (!byKey.has(key)) byKey.set(key, question.trim());
  }
  return [...byKey.values()];
}
