const MAX_SEARCH = 4096;

/** What `q` looks through: the title comes first, since the rest is cut. */
export const searchOf = (title: string | null, text: string | undefined): string =>
  `${title ?? ''}\n${text ?? ''}`.slice(0, MAX_SEARCH).toWellFormed().toLowerCase();
