import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    newPicture: 'New picture',
    noPicture: 'None',
    pictureSet: 'Set',
    file: '{label}: JPEG or PNG file',
    unreadable: 'This file cannot be read as a picture. Choose a JPEG or PNG file.',
    save: 'Save picture',
    remove: 'Remove picture',
    openCurrent: 'Open current picture',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
