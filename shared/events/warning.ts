import { z } from 'zod';

import { ALL_SCOPES } from '../access/scopes';

export const EventWarning = z
  .object({
    code: z.enum(['events_omitted']).describe('Code of the warning.'),
    message: z.string().describe('Description of what is left out, why, and how to receive it.'),
    types: z.array(z.string()).describe('Event types that are left out.'),
    required_scopes: z.array(z.enum(ALL_SCOPES)).describe('Scopes that are needed to read them.'),
  })
  .meta({
    id: 'EventWarning',
    description: 'Event types that were requested but are not delivered.',
    example: {
      code: 'events_omitted',
      message:
        'These event types are left out, because the required scopes were missing when `events` was set: link.clicked. To receive all of them, add one of them to `events` by its full name, with a key or role that has links.analytics:read.',
      types: ['link.clicked'],
      required_scopes: ['links.analytics:read'],
    },
  });
export type EventWarning = z.output<typeof EventWarning>;
