/** What a click is wanted for, as it was known at the click; bits of `ClickRecord.interest`. */
export const INTEREST = {
  /** `link.clicked` */
  single: 1,
  /** `link.bot_clicked` */
  bot: 2,
  /** `link.clicks_batched` */
  batched: 4,
  /** It took the last use of its link: `link.limit_reached`. */
  lastUse: 8,
} as const;

/** All that somebody might want; more than is wanted does no harm, since events are matched again when written. */
export const ANY_INTEREST = INTEREST.single | INTEREST.bot | INTEREST.batched;
