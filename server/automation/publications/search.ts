const MAX_SEARCH = 4096;

/** The title comes first, because the text is truncated. */
export const publicationSearchText = (title: string | null, text: string | undefined): string =>
  `${title ?? ''}\n${text ?? ''}`.slice(0, MAX_SEARCH).toWellFormed().toLowerCase();
