declare module '*.css';
declare module '@fontsource-variable/ibm-plex-sans/wght.css';
declare module '@fontsource/ibm-plex-mono/400.css';

interface ImportMeta {
  /** Of Vite: the modules that match, each loaded when it is called. */
  glob: {
    <T>(pattern: string): Record<string, () => Promise<T>>;
    <T>(pattern: string, options: { eager: true; query: string; import: string }): Record<string, T>;
  };
}
