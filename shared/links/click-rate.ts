export const MAX_CLICKS_PER_MINUTE = 120;

/** The second half of a sentence. */
export const CLICK_RATE_RULE = `after ${MAX_CLICKS_PER_MINUTE} clicks within a minute on one link from one IP address and user agent, further clicks count as clicks by a bot, except clicks by QR code and clicks on links with a click limit`;
