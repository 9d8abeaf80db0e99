import type { Context } from '../context.ts';
import { hoursOf } from '../gateway/hours/hours.ts';
import { isOpen } from '../gateway/hours/opening.ts';
import { createBatcher } from '../platform/lib/batcher.ts';
import type { Db, Tx } from '../platform/lib/db/db.ts';
import { sharedRead } from '../platform/lib/shared-read.ts';
import type { AssistantAnswer } from './answering/answer.ts';
import { type Decision, decide, decideChoice, greet, type Question } from './answering/decide.ts';
import { lessonOf } from './answering/lesson.ts';
import { turnOf } from './answering/plan.ts';
import { isRecent, keptSubject } from './answering/subject.ts';
import { type Waiting, withModel } from './answering/with-model.ts';
import { type Chat, type Deciding, type Incoming, isArrival } from './chat.ts';
import { type ChatState, type FoundChat, findChats, saveChat } from './chats/chat-state.ts';
import { readHistory } from './chats/history.ts';
import { TakeOvers } from './chats/take-overs.ts';
import { declineText, exitText, handOffText } from './hand-off.ts';
import { noteQuestion } from './knowledge/gaps/questions/question.ts';
import type { LanguageModels } from './language-model/language-model.ts';
import { spokenIn } from './languages/spoken.ts';
import type { HandOffReason, Plan } from './plan.ts';
import { type AssistantSettings, findSettings } from './settings/settings.ts';
import { askedAfter } from './start-words.ts';
import { openTables, type Tables } from './tables/tables.ts';
import { valuesFor } from './texts.ts';
import { noteAnswer, watchMessages } from './trial/judgement.ts';
import { type Models, openModels } from './trial/model/model.ts';

/** What this process has loaded. One per process, because models are large. */
export interface Memory {
  models: Models;
  tables: Tables;
}

export const openMemory = (ctx: Context): Memory => ({ models: openModels(ctx), tables: openTables(ctx) });

export interface Assistant {
  readonly memory: Memory;
  /** Null: it does not answer on this device, or only watches. Outside transactions. */
  answer(chat: Chat, incoming: readonly Incoming[], deciding: Deciding): Promise<Plan | null>;
  /** In shadow mode: notes messages that nothing else answered. `judgingJob` judges them. */
  watch: typeof watchMessages;
  /** Without a state. */
  reply(asked: Asked, text: string): Promise<Answered>;
  /**
   * One question of a flow, without a state. `save` notes it when nothing answers and the customer used these words.
   * Null: as for `answer`.
   */
  answerAlone(
    chat: Chat,
    text: string,
    asked: Pick<Deciding, 'at' | 'signal'> & { incoming: Incoming | null },
  ): Promise<{ answer: AssistantAnswer; save(tx: Tx, now: Date): Promise<void> } | null>;
  /** `text`: the last one of the customer. Null: nothing. */
  handOffText(chat: Chat, last: { at: Date; text: string | null }): Promise<string | null>;
  /** The same where hand-offs are off. */
  declineText(chat: Chat, last: { reason: HandOffReason; text: string | null }): Promise<string | null>;
  exitText(chat: Chat, last: { text: string | null }): Promise<string>;
}

/** Of one statement. */
const MAX_CHATS = 200;

export interface Asked extends Pick<Chat, 'account_id' | 'person_name' | 'phone' | 'device_label'> {
  /** Null: staff asks, for all devices. */
  device_id: number | null;
  device_uuid: string | null;
}

export interface Answered {
  answer: AssistantAnswer;
  settings: AssistantSettings;
  /** False: a change of the knowledge is still being learned. */
  isCurrent: boolean;
}

interface Mind extends Memory {
  db: Db;
  settingsOf(accountId: number): Promise<AssistantSettings>;
  chatOf(chat: Chat): Promise<FoundChat>;
  languageModels: LanguageModels | null;
  takeOvers: TakeOvers;
}

export function openAssistant(
  ctx: Context,
  languageModels: LanguageModels | null,
  memory: Memory = openMemory(ctx),
): Assistant {
  const takeOvers = new TakeOvers(ctx);
  const settingsOf = sharedRead((accountId: number) => findSettings(ctx.db, accountId));
  const chats = createBatcher((given: Chat[]) => findChats(ctx.db, given), {
    maxItems: MAX_CHATS,
    parallel: 2,
  });
  const chatOf = (chat: Chat) => chats.add(chat);
  const mind = { db: ctx.db, ...memory, settingsOf, chatOf, languageModels, takeOvers };
  return {
    memory,
    answer: (chat, incoming, deciding) => answerTurn(mind, chat, incoming, deciding),
    watch: watchMessages,
    async reply(asked, text) {
      const settings = await settingsOf(asked.account_id);
      const said = { text, spoken: spokenIn(text, null), subject: null };
      const { question, isCurrent } = await questionOf(mind, asked, settings, said);
      const { answer } = await withModel(mind, question, await decide(ctx.db, question));
      return { answer, settings, isCurrent };
    },
    async answerAlone(chat, text, { at, signal, incoming }) {
      const settings = await settingsOf(chat.account_id);
      const answers = settings.mode !== 'shadow' && (await answersOn(ctx.db, chat, settings, at));
      if (!answers) return null;
      const { language } = await chatOf(chat);
      // The question of a flow stands alone.
      const said = { text, spoken: spokenIn(text, language), subject: null };
      const { question } = await questionOf(mind, chat, settings, said);
      const waiting: Waiting = {
        history: async () =>
          incoming ? readHistory(ctx.db, chat, [incoming]) : { turns: [], staffUntil: null },
        whileOwned: (run) => takeOvers.during(chat, signal, run),
      };
      const decision = await withModel({ ...mind, waiting }, question, await decide(ctx.db, question));
      return {
        answer: decision.answer,
        async save(tx, now) {
          if (!incoming || oneLine(incoming.text ?? '') !== oneLine(text)) return;
          const lesson = lessonOf(decision, { choices: null }, false);
          // A flow does not ask back.
          const isOpen = lesson.question !== null;
          await noteQuestion(
            tx,
            chat,
            { messages: [incoming], lesson: { ...lesson, question: isOpen ? 'unanswered' : null } },
            now,
          );
        },
      };
    },
    ...ownTexts(ctx.db, chatOf),
  };
}

function ownTexts(
  db: Db,
  chatOf: Mind['chatOf'],
): Pick<Assistant, 'handOffText' | 'declineText' | 'exitText'> {
  const spokenBy = async (chat: Chat, text: string | null) => spokenIn(text, (await chatOf(chat)).language);
  return {
    handOffText: async (chat, { at, text }) =>
      handOffText(db, chat, { spoken: await spokenBy(chat, text), at }),
    declineText: async (chat, { reason, text }) =>
      declineText(db, chat, { spoken: await spokenBy(chat, text), reason }),
    exitText: async (chat, { text }) => exitText(db, chat, await spokenBy(chat, text)),
  };
}

const NOTHING_SAID = { choices: null, subject: null };

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

async function answerTurn(
  mind: Mind,
  chat: Chat,
  incoming: readonly Incoming[],
  { at, decision_id, signal }: Pick<Deciding, 'at' | 'decision_id' | 'signal'>,
): Promise<Plan | null> {
  const { db } = mind;
  const settings = await mind.settingsOf(chat.account_id);
  if (settings.mode === 'shadow' || !(await answersOn(db, chat, settings, at))) return null;
  const written = incoming.flatMap(({ text }) => text?.trim() || []);
  if (written.length === 0 && !incoming.every(isArrival)) return null;
  const { is_started, ...earlier } = await mind.chatOf(chat);
  const begin = afterStart(written, settings.start_words ?? []);
  if (settings.start_words !== null && !is_started && begin === null) return null;
  const asked = (begin ?? written).join('\n');
  const language = spokenIn(asked, earlier.language);
  // A number after a text of a rule or a flow is about that text.
  const { choices, subject } = chat.last_stage === 'assistant' ? earlier : NOTHING_SAID;
  const state = { ...earlier, language, choices };
  const said = { text: asked, spoken: language, subject: subject && isRecent(subject, at) ? subject : null };
  const { question } = await questionOf(mind, chat, settings, said);
  const waiting: Waiting = {
    history: () => readHistory(db, chat, incoming),
    whileOwned: (run) => mind.takeOvers.during(chat, signal, run),
  };
  const { isChoice, ...decision } =
    asked === '' ? startedBy(question) : await decideTurn({ ...mind, waiting }, question, state);
  const kept = keptSubject(decision, said.subject, at);
  const turn = turnOf({ ...decision, subject: kept }, settings, state);
  const lesson = lessonOf(decision, state, isChoice);
  return {
    ...turn.plan,
    async save(tx, now) {
      await saveChat(tx, chat, turn.state, now);
      await noteQuestion(tx, chat, { messages: incoming, lesson }, now);
      await noteAnswer(tx, chat, { incoming, answer: decision.answer, decided: { decision_id, now } });
      return true;
    },
  };
}

/** Messages from the start word on, without the word. Null: none has one. */
function afterStart(written: readonly string[], words: readonly string[]): string[] | null {
  for (const [place, text] of written.entries()) {
    const rest = askedAfter(text, words);
    if (rest !== null) return [rest, ...written.slice(place + 1)].filter((each) => each !== '');
  }
  return null;
}

const startedBy = (question: Question) => ({ ...greet(question), isChoice: false });

async function answersOn(
  db: Db,
  { account_id, device_id, device_uuid }: Chat,
  { enabled, device_uuids, schedule }: AssistantSettings,
  at: Date,
): Promise<boolean> {
  if (!enabled || !(device_uuids?.includes(device_uuid) ?? true)) return false;
  if (schedule === 'always') return true;
  return isOpen(await hoursOf(db, account_id, device_id), at) === (schedule === 'open');
}

async function decideTurn(
  mind: Mind & { waiting: Waiting },
  question: Question,
  { choices }: ChatState,
): Promise<Decision & { isChoice: boolean }> {
  const chosen = choices && (await decideChoice(mind.db, question, choices.offered));
  if (chosen) return { ...chosen, isChoice: true };
  return { ...(await withModel(mind, question, await decide(mind.db, question))), isChoice: false };
}

async function questionOf(
  { models, tables }: Mind,
  asked: Asked,
  settings: AssistantSettings,
  said: Pick<Question, 'text' | 'spoken' | 'subject'>,
): Promise<{ question: Question; isCurrent: boolean }> {
  const { account_id: accountId, device_uuid: deviceUuid } = asked;
  const { model, isCurrent } = await models.modelOf(accountId);
  const question = { accountId, deviceUuid, values: valuesFor(asked), ...said, settings, model, tables };
  return { question, isCurrent };
}
