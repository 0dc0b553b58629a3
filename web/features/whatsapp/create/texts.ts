import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    createInstance: 'Create an instance',
    otherWays: 'Other ways',
    needDeveloper: 'Ask a developer of this workspace to create instances.',
    notAvailable: 'Not available',
    steps: 'Steps',
    done: ', done',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
