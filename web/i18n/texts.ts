import { cloneElement, isValidElement, type ReactNode } from 'react';
import type { createTranslator } from 'use-intl/core';
import formatMessage from 'use-intl/format-message';

import { locale, type Locale } from './locale';

type Messages = Readonly<Record<string, string>>;
type Translator<T extends Messages> = ReturnType<typeof createTranslator<T, never>>;
type Values = Record<string, string | number | Date | ((chunks: ReactNode) => ReactNode)>;

/** `t('create')`, `t('clicks', { count })`; `t.rich('lead', { link: (text) => <Link …>{text}</Link> })`. */
export type Texts<T extends Messages> = Pick<Translator<T>, 'rich'> & Translator<T> & { english: T };

/** What a translation must have: every text of the English list, and no other. */
export type Translation<T extends { english: Messages }> = { readonly [K in keyof T['english']]: string };

/** A module whose default export is the translation. */
type Load = () => Promise<unknown>;

const loading = new Set<Promise<void>>();

/** Pages wait for it. When it fails, English is better than no page. */
export function whileLoading(texts: Promise<void>, whenDone?: () => void): void {
  const task = texts
    .catch(() => undefined)
    .finally(() => {
      whenDone?.();
      loading.delete(task);
    });
  loading.add(task);
}

/**
 * The texts of a feature: English comes with the feature, translations when they are wanted. Call what it returns while
 * rendering or handling, never while a module loads: a translation may not be there yet.
 */
export function defineTexts<const T extends Messages>(
  english: T,
  translations: Record<Exclude<Locale, 'en'>, Load>,
): Texts<T> {
  let isReady = locale === 'en';
  let translated: Messages = english;
  if (locale !== 'en') {
    whileLoading(
      translations[locale]().then((loaded) => {
        translated = (loaded as { default: Messages }).default;
      }),
      () => {
        isReady = true;
      },
    );
  }

  const rich = (key: string, values?: Values) => {
    if (!isReady) reportError(new Error(`A text was used before its translation was there: ${key}.`));
    return format(key, translated[key] ?? key, translated === english ? 'en' : locale, values);
  };
  const t = (key: string, values?: Values) => rich(key, values) as string;
  // use-intl’s own translator is larger than the texts of the first load; its types know what each text needs.
  return Object.assign(t, { rich, english }) as unknown as Texts<T>;
}

/** Resolves when the translations of all texts that were loaded so far are there. */
export async function translationsLoaded(): Promise<void> {
  while (loading.size > 0) await Promise.all(loading);
}

function format(key: string, message: string, language: string, values: Values = {}): ReactNode {
  let elements = 0;
  const keyed = (value: Values[string]): Values[string] => {
    if (typeof value !== 'function') return value;
    return (chunks) => {
      const made = value(chunks);
      elements += 1;
      return isValidElement(made) ? cloneElement(made, { key: elements }) : made;
    };
  };
  const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, keyed(value)]));
  return formatMessage(key, message, given, { cache: CACHE, formatters: FORMATTERS, locale: language });
}

/** Kept by their locale and options: making one takes a hundred times longer than using it. */
const made = new Map<string, unknown>();
const kept =
  <A extends unknown[], R>(name: string, make: (...args: A) => R) =>
  (...args: A): R => {
    const key = name + JSON.stringify(args);
    const known = (made.get(key) as R | undefined) ?? make(...args);
    made.set(key, known);
    return known;
  };
const FORMATTERS = {
  getDateTimeFormat: kept(
    'date',
    (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  ),
  getNumberFormat: kept(
    'number',
    (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  ),
  getPluralRules: kept(
    'plural',
    (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
  ),
} as Parameters<typeof formatMessage>[3]['formatters'];
const CACHE = { message: {} } as Parameters<typeof formatMessage>[3]['cache'];
