/** As each calls itself. Pages whose texts are not in a list yet stay English. */
export const LOCALES = { en: 'English', 'pt-BR': 'Português (Brasil), em parte' } as const;
export type Locale = keyof typeof LOCALES;

const STORED = 'sb_locale';
const NAMES = Object.keys(LOCALES) as Locale[];

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

/**
 * The same for as long as the page is loaded: `changeLocale` loads it again. The browser’s languages do not choose while
 * a translation is in part.
 */
export const locale: Locale = (isBrowser && chosen()) || 'en';
if (isBrowser) document.documentElement.lang = locale;

export function changeLocale(next: Locale): void {
  try {
    localStorage.setItem(STORED, next);
  } catch {
    return; // the browser forbids storage: the next page would not know
  }
  location.reload();
}
