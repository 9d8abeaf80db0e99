/** Made from the catalogues by `vite.config.ts`. */
declare module 'virtual:texts' {
  type Load = () => Promise<{ default: import('./translate.ts').AreaTexts }>;
  type Areas = Readonly<Record<import('./translate.ts').Area, Load>>;

  const catalogues: Readonly<Record<import('./translate.ts').Language, Areas>>;
  export default catalogues;
}

/** Made by `emoji.ts`. */
declare module 'virtual:emoji' {
  interface Group {
    slug: import('./translate.ts').Key<'chat.emoji'>;
    /** Emoji, name and search words. */
    emojis: readonly [string, string, string][];
  }
  const loads: Readonly<
    Record<import('./translate.ts').Language, () => Promise<{ default: readonly Group[] }>>
  >;
  export default loads;
}
