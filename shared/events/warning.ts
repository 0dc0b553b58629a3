import { z } from 'zod';

import { ALL_SCOPES } from '../access/scopes';

export const EventWarning = z
  .object({
    code: z.enum(['events_left_out']).describe('What is wrong.'),
    message: z.string().describe('What is left out, why, and how to get it.'),
    types: z.array(z.string()).describe('The event types that are left out.'),
    required_scopes: z.array(z.enum(ALL_SCOPES)).describe('The scopes that read them.'),
  })
  .meta({
    id: 'EventWarning',
    description: 'Event types that were asked for and do not arrive.',
    example: {
      code: 'events_left_out',
      message:
        'These event types are left out, because their scopes were missing when `events` was set: link.clicked. To receive them all, add one of them to `events` by its full name, with a key or role that has links.analytics:read.',
      types: ['link.clicked'],
      required_scopes: ['links.analytics:read'],
    },
  });
export type EventWarning = z.output<typeof EventWarning>;
