import { z } from 'zod';

/** For schemas whose structure does not state their type; used in the declaration of procedures. */
export const explicitTypes = z.registry<{ type: string }>();
