import { defineTexts } from '../i18n/texts';

/** Of the parts that every page has; the first load carries them. */
export const t = defineTexts(
  {
    // Scripts that did not come
    pageGone: 'This page is not loaded, because the console was updated. Reload the tab.',
    consoleUpdated: 'The console was updated',
    reload: 'Reload',
    notLoaded: 'This page is not loaded yet',
    partNotLoaded: 'Not loaded yet',
    serverAway: 'The server does not answer. Check that Switchboard is running and that you are connected.',
    tryingAgain: 'Trying again…',
    tryingAgainIn: 'Trying again in {seconds} s.',

    // Times and sizes
    never: 'Never',
    now: 'now',
    browserOnSystem: '{browser} on {system}',
    unknownClient: 'Unknown client',

    // Surfaces
    core: 'Core',
    links: 'Links',
    automation: 'Automation',

    // States of a page
    loading: 'Loading',
    noMatch: 'No results for these filters',
    clearFilters: 'Clear filters',
    removeFilter: 'Remove filter {filter}',
    noAnswer: 'No answer',
    tryAgain: 'Try again',
    forbidden: 'Your role cannot open this page',
    yourRole: 'Your role is {role}.',
    askOwner: 'Ask an owner or admin of the workspace for access.',
    notFound: 'Page not found',
    objectNotFound: 'This {what} does not exist',
    notFoundHelp: 'It may have been deleted, or it belongs to another workspace. Check the address.',

    // Reports and messages
    copyRequestId: 'Copy the request ID',
    copyReport: 'Copy report',
    reportCopied: 'Report copied',
    messages: 'Messages',
    closeMessage: 'Close message',
    noAnswerCame: 'No answer came',
    mayBeDone: 'The change may have been saved. Check before you try again.',
    secondsLeft: '{seconds} s left',
    canTryAgain: 'You can try again now.',
    undo: 'Undo',
    undone: 'Undone',
    notUndone: 'This could not be undone',

    // Copying
    copy: 'Copy',
    copied: 'Copied',
    copyThis: 'Copy {what}',
    couldNotCopy: 'Could not copy',
    copyAsCode: 'Copy as code',
    copiedAs: 'Copied as {language}',
    language: 'Language',

    // Tables, filters and menus
    loadMore: 'Load more',
    filter: 'Filter',
    addFilter: 'Add a filter',
    anyValue: 'Any',
    moreActions: 'More actions',
    actionsOf: 'Actions for {name}',
    newer: 'Newer',
    older: 'Older',
    neighbours: 'Next and previous',
    position: '{at} of {total}',

    // Dialogs
    close: 'Close',
    cancel: 'Cancel',
    typeToConfirm: 'Type <b>{text}</b> to confirm',
    deleteTitle: 'Delete “{name}”?',
    deleteAction: 'Delete {what}',
    deleted: '“{name}” deleted',
    notDeleted: '“{name}” was not deleted',
    inYourTimeZone: 'Your time zone: {zone}',

    // Live lists
    reconnecting: 'Reconnecting',
    paused: 'Paused',
    live: 'Live',
    connecting: 'Connecting',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
