/** Made from the catalogues by `vite.config.ts`. */
declare module 'virtual:texts' {
  type Load = () => Promise<{ default: import('./translate.ts').AreaTexts }>;
  type Areas = Readonly<Record<import('./translate.ts').Area, Load>>;

  const catalogues: Readonly<Record<import('./translate.ts').Language, Areas>>;
  export default catalogues;
}
