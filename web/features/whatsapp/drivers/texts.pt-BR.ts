import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  notOnServer: 'Este servidor não tem o driver.',
  copyCommand: 'Copiar comando',
} satisfies Translation<typeof t>;
