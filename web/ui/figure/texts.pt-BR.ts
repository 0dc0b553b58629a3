import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  moreThanBefore: '{percent} a mais que antes',
  lessThanBefore: '{percent} a menos que antes',
  sameAsBefore: 'Sem mudança',
  newSinceBefore: 'de 0',
} satisfies Translation<typeof t>;
