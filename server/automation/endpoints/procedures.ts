import { z } from 'zod';

import {
  InboundEndpoint,
  InboundEndpointVersion,
  InboundEndpointWithSecret,
} from '../../../shared/automation/endpoint';
import {
  CreateInboundEndpoint,
  InboundEndpointId,
  ListEndpointVersions,
  ListInboundEndpoints,
  RestoreEndpointVersion,
  RotateEndpointSecret,
  RotateEndpointToken,
  UpdateInboundEndpoint,
} from '../../../shared/automation/endpoint-inputs';
import { InboundTest, InboundTestBody, TestInboundEndpoint } from '../../../shared/automation/inbound-test';
import { InboundPresets } from '../../../shared/automation/preset';
import { pageOf } from '../../../shared/page';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { createEndpoint } from './create';
import { getEndpoint, listEndpoints, listEndpointVersions, listPresets } from './list';
import { rotateEndpointSecret, rotateEndpointToken } from './rotate';
import { testEndpoint } from './test';
import { deleteEndpoint, restoreEndpointVersion, updateEndpoint } from './update';

const place = { surface: 'automation' } as const;
const tags = ['Inbound endpoints'];
const reading = procedure('automation.endpoints:read');
const writing = procedure('automation.endpoints:write');
const ENDPOINTS = '/inbound-endpoints';
const ENDPOINT = `${ENDPOINTS}/{endpoint_id}` as const;
const REFUSALS = ['related_not_found', 'unprocessable'] as const;

export const inboundEndpointsRouter = router({
  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: ENDPOINTS,
        tags,
        summary: 'List inbound endpoints',
        description: 'Lists the inbound endpoints, newest first, with usage statistics.',
      },
    })
    .input(optionalInput(ListInboundEndpoints))
    .output(pageOf(InboundEndpoint))
    .query(({ ctx, input }) => listEndpoints(ctx, input)),

  create: writing
    .meta({
      ...place,
      status: 201,
      errors: REFUSALS,
      examples: {
        request: {
          name: 'Releases',
          preset: 'github',
          mapping: { content: { text: '*{{ body.repository.full_name }}* {{ body.head_commit.message }}' } },
          targets: [{ channel: 'whatsapp', instance_id: 'wai_01jd9x3k2mf8v9q4zt7w5b6n0c', to: ['+15550100000'] }],
        },
      },
      openapi: {
        method: 'POST',
        path: ENDPOINTS,
        tags,
        summary: 'Create an inbound endpoint',
        description:
          'Creates a URL that other systems call. A mapping of templates turns each request into a publication; without a mapping, the endpoint stores requests as samples. The token or secret is only in this response; an idempotent replay has null instead. If your key is limited to certain resources, the endpoint has the same limits.',
      },
    })
    .input(CreateInboundEndpoint)
    .output(InboundEndpointWithSecret)
    .mutation(({ ctx, input }) => createEndpoint(ctx, input)),

  get: reading
    .meta({
      ...place,
      etag: true,
      openapi: {
        method: 'GET',
        path: ENDPOINT,
        tags,
        summary: 'Get an inbound endpoint',
        description: 'Returns one endpoint without its token and secret.',
      },
    })
    .input(InboundEndpointId)
    .output(InboundEndpoint)
    .query(({ ctx, input }) => getEndpoint(ctx, input)),

  update: writing
    .meta({
      ...place,
      etag: true,
      errors: [...REFUSALS, 'conflict', 'precondition_failed'],
      examples: { request: { status: 'paused' } },
      openapi: {
        method: 'PATCH',
        path: ENDPOINT,
        tags,
        summary: 'Update an inbound endpoint',
        description:
          'Updates the given fields; null clears a field. Each change of the configuration creates a version. A change of the authentication mode creates the token or secret that it needs, which is only in this response.',
      },
    })
    .input(UpdateInboundEndpoint)
    .output(InboundEndpointWithSecret)
    .mutation(({ ctx, input }) => updateEndpoint(ctx, input)),

  delete: writing
    .meta({
      ...place,
      status: 204,
      errors: ['precondition_failed'],
      openapi: {
        method: 'DELETE',
        path: ENDPOINT,
        tags,
        summary: 'Delete an inbound endpoint',
        description: 'Deletes an endpoint. Its URL returns 404 at once. The requests that it received stay in the log.',
      },
    })
    .input(InboundEndpointId)
    .mutation(({ ctx, input }) => deleteEndpoint(ctx, input)),

  rotate_token: writing
    .meta({
      ...place,
      errors: ['invalid_state'],
      examples: { request: { overlap_seconds: 86_400 } },
      openapi: {
        method: 'POST',
        path: `${ENDPOINT}/rotate-token`,
        tags,
        summary: 'Rotate the token',
        description:
          'Creates a new token for the URL. The token is only in this response. The previous token stays valid for `overlap_seconds`.',
      },
    })
    .input(RotateEndpointToken)
    .output(InboundEndpointWithSecret)
    .mutation(({ ctx, input }) => rotateEndpointToken(ctx, input)),

  rotate_secret: writing
    .meta({
      ...place,
      errors: ['invalid_state', 'unprocessable'],
      examples: { request: { overlap_seconds: 86_400 } },
      openapi: {
        method: 'POST',
        path: `${ENDPOINT}/rotate-secret`,
        tags,
        summary: 'Rotate the secret',
        description:
          'Creates a new secret, or sets the secret of the sender. The secret is only in this response. The previous secret stays valid for `overlap_seconds`.',
      },
    })
    .input(RotateEndpointSecret)
    .output(InboundEndpointWithSecret)
    .mutation(({ ctx, input }) => rotateEndpointSecret(ctx, input)),

  test: reading
    .meta({
      ...place,
      idempotency: 'none',
      errors: REFUSALS,
      bodySchema: InboundTestBody,
      openapi: {
        method: 'POST',
        path: `${ENDPOINT}/test`,
        tags,
        summary: 'Test an inbound endpoint',
        description:
          'Returns, stage by stage, how an endpoint would process a sample or a received request, optionally with another mapping. Nothing is stored or sent.',
      },
    })
    .input(TestInboundEndpoint)
    .output(InboundTest)
    .mutation(({ ctx, input }) => testEndpoint(ctx, input)),

  list_presets: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: '/inbound-presets',
        tags,
        summary: 'List presets',
        description:
          'Lists the presets for known senders: how each sender authenticates, an example request, and a mapping to start from.',
      },
    })
    .input(optionalInput(z.strictObject({})))
    .output(InboundPresets)
    .query(() => listPresets()),

  versions: router({
    list: reading
      .meta({
        ...place,
        openapi: {
          method: 'GET',
          path: `${ENDPOINT}/versions`,
          tags,
          summary: 'List the versions of an inbound endpoint',
          description: 'Lists the versions of the configuration of an endpoint, newest first.',
        },
      })
      .input(ListEndpointVersions)
      .output(pageOf(InboundEndpointVersion))
      .query(({ ctx, input }) => listEndpointVersions(ctx, input)),

    restore: writing
      .meta({
        ...place,
        errors: [...REFUSALS, 'conflict', 'grant_exceeds_caller'],
        openapi: {
          method: 'POST',
          path: `${ENDPOINT}/versions/{version}/restore`,
          tags,
          summary: 'Restore a version of an inbound endpoint',
          description: 'Restores the configuration of an earlier version as a new version.',
        },
      })
      .input(RestoreEndpointVersion)
      .output(InboundEndpointWithSecret)
      .mutation(({ ctx, input }) => restoreEndpointVersion(ctx, input)),
  }),
});
