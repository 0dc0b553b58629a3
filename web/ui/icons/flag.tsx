import { locale } from '../../i18n/locale';

import './icons.css';

const FIRST_INDICATOR = 0x1f1e6;
const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });

/** The flag of a country as an emoji; where the system has none, the two letters. Empty for what is no country. */
export function flagOf(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return '';
  return String.fromCodePoint(...[0, 1].map((at) => FIRST_INDICATOR + code.charCodeAt(at) - 65));
}

/** `Germany` of `DE`, in the language of the console. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code);

/** A country with its flag. */
export function Country({ code }: { code: string }) {
  return (
    <span className="country">
      <span className="flag" aria-hidden>
        {flagOf(code)}
      </span>
      {countryName(code)}
    </span>
  );
}
