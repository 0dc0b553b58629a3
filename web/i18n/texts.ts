import { createTranslator } from 'use-intl/core';

import { locale, type Locale } from './locale';

type Messages = Readonly<Record<string, string>>;
type Translator<T extends Messages> = ReturnType<typeof createTranslator<T, never>>;

/** `t('create')`, `t('clicks', { count })`; `t.rich('lead', { link: (text) => <Link …>{text}</Link> })`. */
export interface Texts<T extends Messages> {
  (...args: Parameters<Translator<T>>): string;
  rich: Translator<T>['rich'];
  english: T;
}

/** What a translation must have: every text of the English list, and no other. */
export type Translation<T extends { english: Messages }> = { readonly [K in keyof T['english']]: string };

/** A module whose default export is the translation. */
type Load = () => Promise<unknown>;

const loading = new Set<Promise<void>>();

/**
 * The texts of a feature: English comes with the feature, translations when they are wanted. Call what it returns while
 * rendering or handling, never while a module loads: a translation may not be there yet.
 */
export function defineTexts<const T extends Messages>(
  english: T,
  translations: Record<Exclude<Locale, 'en'>, Load>,
): Texts<T> {
  let isReady = locale === 'en';
  let translate = createTranslator<T, never>({ locale: 'en', messages: english });
  if (locale !== 'en') {
    const task = translations[locale]()
      .then((loaded) => {
        const { default: messages } = loaded as { default: T };
        translate = createTranslator<T, never>({ locale, messages });
      })
      // English is better than no page.
      .catch(() => undefined)
      .finally(() => {
        isReady = true;
        loading.delete(task);
      });
    loading.add(task);
  }

  const current = () => {
    if (!isReady) reportError(new Error(`A text was used before its translation was there: ${Object.keys(english)[0]}.`));
    return translate;
  };
  const t = ((...args: Parameters<Translator<T>>) => current()(...args)) as Texts<T>;
  t.rich = ((...args: Parameters<Translator<T>['rich']>) => current().rich(...args)) as Texts<T>['rich'];
  t.english = english;
  return t;
}

/** Resolves when the translations of all texts that were loaded so far are there. */
export async function translationsLoaded(): Promise<void> {
  while (loading.size > 0) await Promise.all(loading);
}
