/** A visitor who clicks one link more often than this within a minute is a bot. */
export const MAX_CLICKS_PER_MINUTE = 120;

/** The rule in words, as the second half of a sentence. */
export const CLICK_RATE_RULE = `more than ${MAX_CLICKS_PER_MINUTE} clicks a minute on one link from one address and user agent count as a bot’s from there on; clicks by QR code never do, nor clicks on links with a click limit`;
