import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    checkFields: 'Please check {count, plural, one {# field} other {# fields}}.',
    waitSeconds: 'Wait {seconds, number} s',
    saveChanges: 'Save changes',
    cancel: 'Cancel',
    closeTitle: 'Close without saving?',
    close: 'Close',
    lost: 'What you typed will be lost.',
    leave: 'Leave without saving? What you typed will be lost.',
    set: 'Set',
    alreadySaved: 'Your changes are already saved',
    changedMeanwhile: 'The {what} changed while you were editing. Select the values to keep.',
    theirsAndMine: 'Theirs and mine',
    field: 'Field',
    theirs: 'Theirs',
    mine: 'Mine',
    valueOf: '{field}, {side, select, theirs {theirs} other {mine}}:',
    allTheirs: 'Use all of theirs',
    saveSelection: 'Save selection',
    nothing: 'Empty',
    changedBy: 'Changed by {name}',
    anotherMember: 'another member',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
