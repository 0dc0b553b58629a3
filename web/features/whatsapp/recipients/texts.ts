import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    findAll: 'Name, group or number',
    findPeople: 'Name or number',
    searching: 'Searching…',
    noneFound: 'No match. Enter a full number such as +15550100000.',
    typeOrPaste: 'Enter a number such as +15550100000, or paste several.',
    atMost: 'Limit reached: {max, number}.',
    selected: 'Selected',
    remove: 'Remove {name}',
    others: '{count, plural, one {and # other} other {and # others}}',
    thisNumber: 'This number',
    thisId: 'This ID',
    contact: 'Contact',
    chat: 'Chat',
    groupOf: '{count, plural, one {Group of # person} other {Group of # people}}',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
