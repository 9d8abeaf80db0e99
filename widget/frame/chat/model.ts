import { type Client, openClient, type Refused } from './client.ts';
import { type Feed, openFeed, type Scene } from './feed.ts';
import { type Draft, type Message, newId, type Page, withEarlier, withNewest } from './message.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import { openTokenStore, type TokenStore } from './token.ts';

/** Why a visitor cannot write. */
export type Barrier = 'sign-in' | 'closed';

const SIGN_IN = new Set(['identity_required', 'invalid_identity', 'invalid_visitor_token']);
const PAGE = 30;

/** The live chat of this page: what is known of it, and what the visitor does. */
export class Chat {
  messages: Message[] = [];
  hasEarlier = false;
  isLoadingEarlier = false;
  /** Null: the gateway has not answered yet. */
  scene: Omit<Scene, 'messages'> | null = null;
  isConnected = true;
  barrier: Barrier | null = null;
  /** The visitor has left a question with a number. */
  hasLeftQuestion = false;
  readonly outbox: Outbox;
  readonly client: Client;
  readonly #tokens: TokenStore;
  #isShown: boolean;
  #feed: Feed | null = null;
  #onChange: () => void = () => {};
  /** The last messages that the gateway knows as seen. */
  #reported = { delivered: '', read: '' };

  /** `isShown`: the visitor sees the chat from the start. */
  constructor(widget: string, isShown: boolean) {
    this.#isShown = isShown;
    this.#tokens = openTokenStore(widget);
    this.client = openClient(widget, this.#tokens);
    this.outbox = openOutbox(this.client, {
      onChange: () => this.#changed(),
      onSent: (message) => this.#add(message),
      onRefused: (refused) => this.#refused(refused),
    });
    addEventListener('visibilitychange', () => this.#follow());
    this.#follow();
  }

  /** Calls the listener after each change. */
  watch(onChange: () => void): void {
    this.#onChange = onChange;
  }

  /** The visitor has asked something already. */
  get hasWritten(): boolean {
    return this.outbox.items().length > 0 || this.messages.some(({ from }) => from === 'visitor');
  }

  /** Messages of the business that the visitor has not seen. */
  get unread(): number {
    if (this.#isVisible) return 0;
    const seen = this.messages.findIndex(({ id }) => id === this.#reported.read);
    return this.messages
      .slice(seen + 1)
      .filter(({ from, status }) => from === 'business' && status !== 'read').length;
  }

  show(isShown: boolean): void {
    this.#isShown = isShown;
    this.#follow();
    this.#changed();
  }

  identify(identity: string): void {
    if (this.client.identify(identity)) {
      // What one person wrote must not be sent as another one.
      this.outbox.clear();
      this.hasLeftQuestion = false;
    }
    this.#restart();
  }

  write(draft: Omit<Draft, 'id'>): void {
    this.outbox.add({ id: newId(), ...draft });
  }

  /** Sends a question outside of the opening hours. Refused: it was not stored. */
  async leaveQuestion(draft: Draft): Promise<void> {
    this.#add(await this.client.send(draft));
    this.hasLeftQuestion = true;
    this.#changed();
  }

  async loadEarlier(): Promise<void> {
    const [first] = this.messages;
    if (this.isLoadingEarlier || !this.hasEarlier || !first) return;
    this.isLoadingEarlier = true;
    this.#changed();
    const page = await this.client.page(first.id).catch(() => null);
    this.isLoadingEarlier = false;
    if (page && this.messages[0] === first) {
      this.messages = withEarlier(this.messages, page.messages);
      this.hasEarlier = page.has_more;
    }
    this.#changed();
  }

  /** After a barrier that may be gone. */
  retry(): void {
    this.#restart();
  }

  get #isVisible(): boolean {
    return this.#isShown && document.visibilityState === 'visible';
  }

  #restart(): void {
    this.#feed?.close();
    this.#feed = null;
    Object.assign(this, { messages: [], hasEarlier: false, scene: null, barrier: null, isConnected: true });
    this.#reported = { delivered: '', read: '' };
    this.#changed();
    this.#follow();
  }

  /** Listens while the tab is in front: browsers allow few connections per gateway. */
  #follow(): void {
    const isInFront = document.visibilityState === 'visible';
    if (!isInFront) {
      this.#feed?.close();
      this.#feed = null;
    } else if (!this.#feed && this.barrier === null && (this.#isShown || this.#tokens.get() !== null)) {
      this.outbox.hurry();
      this.#feed = openFeed(this.client, {
        onScene: ({ messages, ...scene }) =>
          this.#take({ messages, has_more: messages.length >= PAGE }, scene),
        onPage: (page) => this.#take(page, this.scene ?? { answering: null, typing: false, is_open: true }),
        onState: (isConnected) => {
          this.isConnected = isConnected;
          this.#changed();
        },
        onRefused: (refused) => this.#refused(refused),
      });
    }
    this.#report();
  }

  #take(page: Page, scene: Omit<Scene, 'messages'>): void {
    const [first] = this.messages;
    this.messages = withNewest(this.messages, page.messages);
    this.outbox.settle(new Set(page.messages.map(({ id }) => id)));
    if (this.messages[0]?.id !== first?.id) this.hasEarlier = page.has_more;
    this.scene = scene;
    this.#changed();
    this.#report();
  }

  #add(message: Message): void {
    if (!this.messages.some(({ id }) => id === message.id)) this.messages = [...this.messages, message];
    this.#changed();
  }

  /** A refused message alone does not close the chat. */
  #refused({ status, code }: Refused): void {
    if (status === 422 || status === 400 || status === 413) return;
    this.barrier = SIGN_IN.has(code) ? 'sign-in' : 'closed';
    this.#feed?.close();
    this.#feed = null;
    this.#changed();
  }

  /** Tells the business how far its messages came. A failed report is repeated with the next one. */
  #report(): void {
    const last = this.messages.findLast(({ from }) => from === 'business');
    if (!last) return;
    const status = this.#isVisible ? 'read' : 'delivered';
    const isKnown = last.status === 'read' || last.status === status || this.#reported.read === last.id;
    if (isKnown || this.#reported[status] === last.id) {
      if (status === 'read') this.#reported.read = last.id;
      return;
    }
    this.#reported[status] = last.id;
    this.client.seen(last.id, status).catch(() => {
      if (this.#reported[status] === last.id) this.#reported[status] = '';
    });
  }

  #changed(): void {
    this.#onChange();
  }
}
