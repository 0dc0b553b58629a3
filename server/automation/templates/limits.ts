/** In UTF-16 units. */
export const SOURCE_MAX = 16_384;
export const CONDITION_MAX = 4000;
export const DEPTH_MAX = 32;
/** Bounds the characters and elements of one template, and of a whole tree. */
export const MEMORY_MAX = 1_000_000;
/** Checked between nodes of a template only. */
export const RENDER_MS = 50;
/** A Worker is killed after this time. */
export const KILL_MS = 500;
export const WAITING_MAX = 200;
