import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, timestamp } from '../text';
import { exampleId } from './fields';
import { instanceId } from './instance-inputs';
import { EXAMPLE_PARTY, Party } from './party';

export const Call = z
  .strictObject({
    id: idOf(ID_PREFIXES.call).describe('Id of the call.'),
    object: z.literal('whatsapp.call').describe('Kind of object.'),
    instance_id: idOf(ID_PREFIXES.instance).describe('Id of the instance.'),
    party: Party.describe('Caller.'),
    group_id: idOf(ID_PREFIXES.group).nullable().describe('Id of the group for a group call; null otherwise.'),
    is_video: z.boolean().describe('True for a video call.'),
    status: z.string().describe('Status of the call at the provider, such as `offer` while it rings.'),
    rejected: z.boolean().describe('True if the call was rejected.'),
    created_at: timestamp().describe('Time when the call was received.'),
    updated_at: timestamp().describe('Time of the last change.'),
  })
  .meta({
    id: 'WhatsAppCall',
    example: {
      id: exampleId(ID_PREFIXES.call),
      object: 'whatsapp.call',
      instance_id: exampleId(ID_PREFIXES.instance),
      party: EXAMPLE_PARTY,
      group_id: null,
      is_video: false,
      status: 'offer',
      rejected: false,
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
    },
  });
export type Call = z.output<typeof Call>;

export const CallId = z.strictObject({ ...instanceId, call_id: idOf(ID_PREFIXES.call).describe('Id of the call.') });
export type CallId = z.output<typeof CallId>;
