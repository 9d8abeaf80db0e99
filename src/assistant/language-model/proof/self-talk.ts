import { normalForm } from '../grounding/normal-form.ts';

/** Phrases of politeness, which need no source. */
const COURTESIES = [
  'halo(?: kak(?:ak)?)?',
  'terima kasih(?: (?:sudah|telah|atas) (?:menghubungi|bertanya|menunggu|pertanyaan\\p{L}*)(?: kami)?)?',
  '(?:apakah )?ada (?:lagi )?yang (?:bisa|dapat) (?:saya |kami )?bantu(?: lagi)?',
  'semoga (?:membantu|bermanfaat)',
  'senang (?:bisa |dapat )?membantu',
  '(?:jika|kalau) ada pertanyaan lain[^.!?\\n]{0,40}',
  'jangan ragu (?:untuk )?(?:bertanya|menghubungi kami)',
  'thank(?:s| you)(?: for (?:asking|contacting us|your question))?',
  '(?:is there )?anything else (?:that )?(?:i|we) can (?:help|do)(?: you| for you)?(?: with)?',
  'how (?:can|may) (?:i|we) help(?: you)?',
  '(?:please )?let (?:me|us) know if you have (?:any )?(?:other |more )?questions',
  "(?:i'm|we're|i am|we are)? ?(?:happy|glad) to help",
  'feel free to (?:ask|contact us)',
].map((phrase) => new RegExp(`(?<!\\p{L})${phrase}(?!\\p{L})`, 'gu'));

const HANDS = 'sambung|hubung|alih|terus|serah|oper|limpah';
const GIVES = 'transfer|connect|forward|escalat|hand|pass|put|redirect';
const PEOPLE =
  'admin|tim|staf|cs|operator|petugas|rekan|manusia|team|staff|agent|human|colleague|someone|person';
/** Only the server hands a conversation over. A text that says so without doing it leaves the customer waiting. */
const HAND_OVER = [
  `(?:saya|aku|kami|akan|segera|bantu) (?:\\p{L}+ ){0,3}(?:me(?:ng|ny|n|m)?|di)?(?:${HANDS})\\p{L}*`,
  `di(?:${HANDS})\\p{L}* (?:\\p{L}+ ){0,2}(?:ke|dengan|kepada) (?:\\p{L}+ ){0,2}(?:${PEOPLE})`,
  `(?:i|we|i'll|we'll|i'm|we're|let me|let us|will|am|are|been|being|be) (?:\\p{L}+ ){0,3}(?:${GIVES})\\p{L}* ` +
    `(?:\\p{L}+ ){0,4}(?:to|with|through) (?:\\p{L}+ ){0,3}(?:${PEOPLE})`,
  `(?:${PEOPLE})(?: \\p{L}+){0,3} (?:akan|segera|will|'ll)(?: \\p{L}+){0,2} ` +
    `(?:menghubungi|membalas|membantu|menjawab|contact|reply|respond|call|help|be with|get back|reach)`,
  '(?:mohon|silakan|please) (?:tunggu|menunggu|ditunggu|wait|hold)',
].map((phrase) => new RegExp(`(?<!\\p{L})(?:${phrase})`, 'u'));

const MYSELF = /(?<!\p{L})(?:saya|aku|i|i'm|i'll|i've|me|my|myself)(?!\p{L})/u;

/** The text without phrases that need no source. */
export function withoutCourtesy(text: string): string {
  return COURTESIES.reduce((rest, phrase) => rest.replace(phrase, ' '), normalForm(text));
}

/** Whether the text says that a person takes over, and no source does. */
export function promisesPerson(text: string, sources: string): boolean {
  const known = normalForm(sources);
  return HAND_OVER.some((phrase) => phrase.test(withoutCourtesy(text)) && !phrase.test(known));
}

/** Whether the model speaks of itself: it has done nothing and will do nothing. */
export function speaksOfItself(text: string, sources: string): boolean {
  return MYSELF.test(withoutCourtesy(text)) && !MYSELF.test(normalForm(sources));
}
