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
    tryingAgainIn: 'Trying again in {seconds, number} s.',

    // Times and sizes
    never: 'Never',
    now: 'now',
    browserOnSystem: '{browser} on {system}',
    unknownClient: 'Unknown client',

    // Surfaces
    core: 'Core',
    links: 'Links',
    webhooks: 'Webhooks',
    linksAndWebhooks: 'Links and webhooks',
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
    moreActions: 'More actions',
    actionsOf: 'Actions for {name}',

    // Live lists
    reconnecting: 'Reconnecting',
    paused: 'Paused',
    live: 'Live',
    connecting: 'Connecting',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
