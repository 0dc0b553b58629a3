import type { Feature } from './session-types';

/** One line per part of the driver. */
export const FEATURES: readonly Feature[] = [];
