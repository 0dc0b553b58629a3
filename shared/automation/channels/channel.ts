import type { z } from 'zod';

/** One target of a publication: a channel, and who on it. What else it holds is the channel’s own. */
export interface Target {
  channel: string;
  to: string[];
  [more: string]: unknown;
}

/** What a channel adds to the contract; how it publishes is in `server/automation/channels/<kind>/`. */
export interface ChannelSchemas<K extends string = string> {
  /** Stands in targets, deliveries and lists. */
  readonly kind: K;
  readonly title: string;
  /** A target; its `channel` is the literal of the kind. */
  readonly target: z.ZodObject<{ channel: z.ZodLiteral<K>; to: z.ZodArray<z.ZodString> }, z.core.$strict>;
  /** What of a publication is different on this channel. */
  readonly overrides: z.ZodObject;
  readonly destination: DestinationForm;
}

/** A destination as one string: the kind of its channel, and what this says of the rest. */
export interface DestinationForm {
  /** Pattern of what stands behind `<kind>:`, without anchors. */
  readonly pattern: string;
  readonly example: string;
  /** The target that such a rest names. */
  target(rest: string): Omit<Target, 'channel'>;
}
