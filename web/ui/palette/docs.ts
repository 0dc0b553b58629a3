import { IconApi, IconBook, IconBraces } from '@tabler/icons-react';

import { ERRORS, type ErrorCode } from '../../../shared/errors';
import { GUIDE_GROUPS, guideFile } from '../../features/docs/guide-list';
import type { GuideHeading } from '../../features/docs/guide-node';
import { anchorOfOperation } from '../../features/reference/anchors';
import { labelOf } from '../../i18n/labels';
import { locale } from '../../i18n/locale';
import { whileLoading } from '../../i18n/texts';
import type { Operations } from '../code/operations';
import type { Entry } from './entry';
import { t } from './texts';

let headingsOf = import.meta.glob<readonly GuideHeading[]>('../../docs/*.md', {
  eager: true,
  query: '?headings',
  import: 'headings',
});
if (locale !== 'en') {
  whileLoading(
    import('./guide-headings.pt-BR').then(({ HEADINGS_OF }) => {
      headingsOf = HEADINGS_OF;
    }),
  );
}

/** Guides with their headings, error codes, and the operations of all surfaces. */
export const docEntries = (operations: Operations | undefined): Entry[] => [
  ...guideEntries(),
  ...errorEntries(),
  ...operationEntries(operations ?? {}),
];

const guideEntries = (): Entry[] =>
  GUIDE_GROUPS.flatMap(({ guides }) => [...guides]).flatMap(({ name, title }) => [
    {
      id: `guide:${name}`,
      group: t('guides'),
      label: title,
      icon: IconBook,
      target: { to: '/docs/$guide', params: { guide: name } },
    },
    ...(headingsOf[guideFile(name)] ?? []).map(({ id, text }): Entry => ({
      id: `guide:${name}:${id}`,
      group: t('guides'),
      label: text,
      words: title,
      hint: title,
      icon: IconBook,
      target: { to: '/docs/$guide', params: { guide: name }, hash: id },
    })),
  ]);

const errorEntries = (): Entry[] =>
  (Object.keys(ERRORS) as ErrorCode[]).map((code) => ({
    id: `error:${code}`,
    group: t('errorCodes'),
    label: code,
    words: `${String(ERRORS[code].status)} ${labelOf('errorTitles', code, ERRORS[code].title)}`,
    hint: String(ERRORS[code].status),
    icon: IconBraces,
    target: { to: '/docs/errors', hash: code },
  }));

const operationEntries = (operations: Operations): Entry[] =>
  Object.entries(operations).map(([id, { surface, tag, summary, method, path }]) => ({
    id: `operation:${id}`,
    group: t('operations'),
    label: summary,
    words: `${id} ${method} ${path} ${tag}`,
    hint: `${method} ${path}`,
    icon: IconApi,
    target: { to: '/reference/$surface', params: { surface }, hash: anchorOfOperation(tag, id) },
  }));
