const ID = /^[a-z]{2,4}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Whether the text is the id of some object, and nothing else. */
export const isId = (text: string): boolean => ID.test(text);
