import { locale } from '../../i18n/locale';
import { t } from './texts';

/** Names of the files in `web/docs`, and of their pages. */
const NAMES = {
  start: ['getting-started', 'typescript', 'commands'],
  api: ['api-keys', 'reliability', 'rate-limits'],
  channels: ['webhooks', 'short-links', 'whatsapp', 'whatsapp-web', 'automation', 'models', 'ai-clients'],
  operation: ['settings', 'operations', 'metrics', 'benchmarks', 'architecture'],
} as const satisfies Record<string, readonly (keyof typeof t.english)[]>;

type Group = keyof typeof NAMES;
export type GuideName = (typeof NAMES)[Group][number];

export const GUIDE_GROUPS = (Object.keys(NAMES) as Group[]).map((group) => ({
  group,
  get title() {
    return t(group);
  },
  guides: NAMES[group].map((name: GuideName) => ({
    name,
    get title() {
      return t(name);
    },
  })),
}));

/** As `import.meta.glob` names it two folders below `web`. */
export const guideFile = (name: string): string => `../../docs/${locale === 'en' ? '' : `${locale}/`}${name}.md`;
