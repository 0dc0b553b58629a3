import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    choose: 'Choose file',
    replace: 'Replace',
    orDrop: 'or drop it here',
    remove: 'Remove {name}',
    typesUpTo: '{types}, up to {size}',
    anyType: 'Any type',
    sending: 'Uploading…',
    progress: 'Upload of {name}',
    wrongType: '“{name}” is not an allowed file type. Choose {types}.',
    tooLarge: '“{name}” is larger than {max}. Choose a smaller file.',
    empty: '“{name}” is empty. Choose another file.',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
