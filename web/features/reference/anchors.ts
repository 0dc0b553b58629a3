export const slugOf = (tag: string): string => tag.toLowerCase().replaceAll(' ', '-');

/** Where the viewer has an operation, without `#`. */
export const anchorOfOperation = (tag: string, id: string): string => `tag/${slugOf(tag)}/${id}`;
export const anchorOfEvent = (tag: string, type: string): string => `tag/${slugOf(tag)}/webhook/${type}`;
