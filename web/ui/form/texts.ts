import { defineTexts } from '../../i18n/texts';

export const t = defineTexts(
  {
    checkFields: 'Please check {count, plural, one {# field} other {# fields}}.',
    waitSeconds: 'Wait {seconds, number} s',
    saveChanges: 'Save changes',
    cancel: 'Cancel',
    discardTitle: 'Discard changes?',
    keepEditing: 'Keep editing',
    discard: 'Discard',
    lost: 'What you typed will be lost.',
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

    // Lists
    addTo: 'Add to {list}',
    typeEntry: 'Type an entry and press Enter.',
    nothingLeft: 'No other suggestions. Type an entry and press Enter.',
    alreadyListed:
      '“{name}” {others, plural, =0 {is} one {and # other entry are} other {and # other entries are}} already in the list.',
    listFull: 'The list holds at most {max, number} entries.',
    entriesAdded: '{count, plural, one {# entry} other {# entries}} added.',
    entryRemoved: '“{name}” removed.',
    moveUp: 'Move {entry} up',
    removeEntry: 'Remove {entry}',
    faultyLine: 'Line {number, number}: <code>{text}</code>',
    otherLines: '{count, plural, one {and # other line} other {and # other lines}}',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
