import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  newRows: '{count, number} novos',
  manyNewRows: 'Mais de {count, number} novos',
} satisfies Translation<typeof t>;
