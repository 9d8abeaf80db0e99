import { type BinaryNode, getBinaryNodeChildren } from 'baileys';

export class StanzaIndex {
  readonly #stanzas = new WeakMap<object, BinaryNode>();

  add(stanza: BinaryNode): void {
    for (const { content } of getBinaryNodeChildren(stanza, 'enc')) {
      if (content instanceof Uint8Array) this.#stanzas.set(content, stanza);
    }
  }

  /** The client passes on the same object. */
  find(ciphertext: Uint8Array): BinaryNode | undefined {
    return this.#stanzas.get(ciphertext);
  }
}
