export const LOCALES = { en: 'English', 'pt-BR': 'Português (Brasil)' } as const;
export type Locale = keyof typeof LOCALES;

const STORED = 'sb_locale';
const NAMES = Object.keys(LOCALES) as Locale[];

const base = (tag: string) => tag.toLowerCase().split('-', 1)[0];

/** The first language of the list that there are texts in, such as `pt-BR` for `pt-PT`. */
export function localeFor(languages: readonly string[]): Locale {
  const known = languages.map((language) => NAMES.find((name) => base(name) === base(language)));
  return known.find((name) => name !== undefined) ?? 'en';
}

function chosen(): Locale | undefined {
  try {
    const stored = localStorage.getItem(STORED);
    return NAMES.find((name) => name === stored);
  } catch {
    return undefined; // the browser forbids storage, or there is no browser
  }
}

// The build and the tests read texts without a browser.
const isBrowser = typeof document !== 'undefined';

/** The same for as long as the page is loaded: `changeLocale` loads it again. */
export const locale: Locale = isBrowser ? (chosen() ?? localeFor(navigator.languages)) : 'en';
if (isBrowser) document.documentElement.lang = locale;

export function changeLocale(next: Locale): void {
  try {
    localStorage.setItem(STORED, next);
  } catch {
    return; // the browser forbids storage: the next page would not know
  }
  location.reload();
}
