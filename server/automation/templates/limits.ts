/** Longest template, in UTF-16 units. */
export const SOURCE_MAX = 16_384;
/** Longest condition, in UTF-16 units. */
export const CONDITION_MAX = 4000;
/** Levels of a tree of templates. */
export const DEPTH_MAX = 32;
/** Characters and elements that one template may make, and that a whole tree may come to. */
export const MEMORY_MAX = 1_000_000;
/** Milliseconds for one template; looked at between its nodes only. */
export const RENDER_MS = 50;
/** After so many milliseconds a Worker is killed, whatever it does. */
export const KILL_MS = 500;
/** Jobs of one workspace that wait for their turn. */
export const WAITING_MAX = 200;
