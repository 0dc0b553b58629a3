import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  close: 'Fechar',
  cancel: 'Cancelar',
  typeToConfirm: 'Digite <b>{text}</b> para confirmar',
  deleteTitle: 'Excluir “{name}”?',
  deleteAction: 'Excluir {what}',
  deleted: '“{name}” excluído',
  notDeleted: '“{name}” não foi excluído',
} satisfies Translation<typeof t>;
