import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    close: 'Close',
    cancel: 'Cancel',
    typeToConfirm: 'Type <b>{text}</b> to confirm',
    deleteTitle: 'Delete “{name}”?',
    deleteAction: 'Delete {what}',
    deleted: '“{name}” deleted',
    notDeleted: '“{name}” was not deleted',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
