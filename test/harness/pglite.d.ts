/** What tests use of it. Its own types need those of browsers. */
declare module '@electric-sql/pglite' {
  export class PGlite {
    static create(options: { dataDir: string; extensions?: { vector: unknown } }): Promise<PGlite>;
    /** Messages of a connection, and what the server answers. */
    execProtocolRaw(messages: Uint8Array): Promise<Uint8Array>;
    exec(sql: string): Promise<unknown>;
    close(): Promise<void>;
  }
}

declare module '@electric-sql/pglite/vector' {
  export const vector: unknown;
}
