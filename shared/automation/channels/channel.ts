import type { z } from 'zod';

/** Further fields belong to the channel. */
export interface Target {
  channel: string;
  to: string[];
  [more: string]: unknown;
}

/** Publishing is implemented in `server/automation/channels/<kind>/`. */
export interface ChannelSchemas<K extends string = string, D extends string = string> {
  readonly kind: K;
  readonly title: string;
  readonly target: z.ZodObject<{ channel: z.ZodLiteral<K>; to: z.ZodArray<z.ZodString> }, z.core.$strict>;
  readonly overrides: z.ZodObject;
  readonly destination: DestinationForm<D>;
}

/** A destination as one string begins with the kind of its channel. */
interface DestinationForm<D extends string> {
  /** Kinds of destinations, by which `destinations.list` filters. */
  readonly kinds: readonly D[];
  /** Pattern of the text after `<kind>:`, without anchors. */
  readonly pattern: string;
  readonly example: string;
  target(rest: string): Omit<Target, 'channel'>;
}
