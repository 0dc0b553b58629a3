import type * as labels from './labels/labels.pt-BR';
import { locale } from './locale';
import { whileLoading } from './texts';

/** Lists of texts that `shared/` has in English, such as the labels of scopes, by their code. */
export type LabelList = keyof typeof labels;

let translated: Partial<Record<LabelList, Readonly<Record<string, string>>>> = {};

let translate: (english: string, code?: string) => string | undefined = (english) => english;

// English stands where the code is defined; nobody who reads English loads more.
if (locale !== 'en') {
  whileLoading(
    import('./labels/labels.pt-BR').then((lists) => {
      translated = lists;
    }),
  );
  // Wanted only when something is refused; until then it is English.
  void import('./labels/translate-detail').then(
    ({ translateDetail }) => {
      translate = translateDetail;
    },
    () => undefined,
  );
}

/** `labelOf('scopes', 'keys:read', SCOPE_LABELS['keys:read'])`: in the person’s language, or in English. */
export const labelOf = (list: LabelList, code: string, english: string): string => translated[list]?.[code] ?? english;

/** What a refusal says beyond the title of its code; undefined where that title says enough in the person’s language. */
export const detailOf = (english: string, code: string): string | undefined => translate(english, code);

/** What is wrong with a field, which `shared/` and the API say in English. */
export const issueText = (english: string): string => translate(english) ?? english;
