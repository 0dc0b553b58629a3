import { z } from 'zod';

/** TypeScript of schemas whose own structure does not state their type, for the declaration of the procedures. */
export const writtenTypes = z.registry<{ type: string }>();
