import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { pageQuery } from '../page';
import { idOf, text } from '../text';
import { configFields, ENDPOINT_STATUSES, endpointDescription, endpointName, endpointStatus } from './endpoint';
import { ENDPOINT_PRESETS } from './preset';

export const InboundEndpointId = z.strictObject({
  endpoint_id: idOf(ID_PREFIXES.inboundEndpoint).describe('Id of the endpoint.'),
});
export type InboundEndpointId = z.output<typeof InboundEndpointId>;

const secret = () =>
  z
    .string()
    .min(8)
    .max(512)
    .regex(/^[\x21-\x7e]+$/, 'Must be printable ASCII without spaces.')
    .optional()
    .describe('Secret that the sender uses. Default: a generated secret.')
    .meta({ minLength: 8, maxLength: 512, example: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwLw8=' });

const optionalConfig = z.object(configFields).partial().shape;
const writable = {
  description: endpointDescription().optional(),
  status: endpointStatus().optional(),
  ...optionalConfig,
  secret: secret(),
};

export const CreateInboundEndpoint = z
  .strictObject({ name: endpointName(), ...writable })
  .meta({ example: { name: 'Releases', preset: 'github' } });
export type CreateInboundEndpoint = z.output<typeof CreateInboundEndpoint>;

export const UpdateInboundEndpoint = InboundEndpointId.extend({ name: endpointName().optional(), ...writable });
export type UpdateInboundEndpoint = z.output<typeof UpdateInboundEndpoint>;

const overlap = {
  overlap_seconds: z
    .number()
    .int()
    .min(0)
    .max(604_800)
    .default(86_400)
    .describe('Seconds for which the previous token or secret stays valid; 0 to revoke it at once.')
    .meta({ example: 86_400 }),
};

export const RotateEndpointToken = InboundEndpointId.extend(overlap);
export type RotateEndpointToken = z.output<typeof RotateEndpointToken>;

export const RotateEndpointSecret = InboundEndpointId.extend({ ...overlap, secret: secret() });
export type RotateEndpointSecret = z.output<typeof RotateEndpointSecret>;

export const ListInboundEndpoints = z.strictObject({
  ...pageQuery,
  status: z
    .array(z.enum(ENDPOINT_STATUSES))
    .min(1)
    .max(ENDPOINT_STATUSES.length)
    .optional()
    .describe('Only endpoints with one of these statuses.')
    .meta({ example: ['active'] }),
  preset: z.enum(ENDPOINT_PRESETS).optional().describe('Only endpoints with this preset.').meta({ example: 'github' }),
  q: text(100).optional().describe('Part of the name.').meta({ example: 'releases' }),
});
export type ListInboundEndpoints = z.output<typeof ListInboundEndpoints>;

export const ListEndpointVersions = InboundEndpointId.extend(pageQuery);
export type ListEndpointVersions = z.output<typeof ListEndpointVersions>;

export const RestoreEndpointVersion = InboundEndpointId.extend({
  version: z.number().int().min(1).max(2_147_483_647).describe('Number of the version.').meta({ example: 2 }),
});
export type RestoreEndpointVersion = z.output<typeof RestoreEndpointVersion>;
