/** Subscribed event types at the time of the click, as bits of `ClickRecord.interest`. */
export const INTEREST = {
  single: 1,
  bot: 2,
  batched: 4,
  /** The click used up its link: `link.limit_reached`. */
  lastUse: 8,
} as const;

/** Extra events are harmless, since `emit` checks subscriptions again. */
export const ANY_INTEREST = INTEREST.single | INTEREST.bot | INTEREST.batched;
