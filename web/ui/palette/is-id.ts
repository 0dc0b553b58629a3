const ID = /^[a-z]{2,4}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export const isId = (text: string): boolean => ID.test(text);
