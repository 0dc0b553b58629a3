import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  moreThanBefore: '{percent} a mais que antes',
  lessThanBefore: '{percent} a menos que antes',
  sameAsBefore: 'Igual a antes',
  newSinceBefore: '0 antes',
} satisfies Translation<typeof t>;
