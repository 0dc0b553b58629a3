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
import { NoInput, router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { createEndpoint } from './create';
import { getEndpoint, listEndpoints, listEndpointVersions, listPresets } from './list';
import { rotateEndpointSecret, rotateEndpointToken } from './rotate';
import { testEndpoint } from './test';
import { deleteEndpoint, restoreEndpointVersion, updateEndpoint } from './update';

const read = routesFor('automation.endpoints:read');
const write = routesFor('automation.endpoints:write');
const REFUSALS = ['related_not_found', 'unprocessable'] as const;

export const inboundEndpointsRouter = router({
  list: read('GET /inbound-endpoints', 'List inbound endpoints', {
    description: 'Lists the inbound endpoints, newest first, with usage statistics.',
  }).run(ListInboundEndpoints, pageOf(InboundEndpoint), listEndpoints),

  create: write('POST /inbound-endpoints', 'Create an inbound endpoint', {
    description:
      'Creates a URL that other systems call. A mapping of templates turns each request into a publication; without a mapping, the endpoint stores requests as samples. The token or secret is only in this response; an idempotent replay has null instead. If your key is limited to certain resources, the endpoint has the same limits.',
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
  }).run(CreateInboundEndpoint, InboundEndpointWithSecret, createEndpoint),

  get: read('GET /inbound-endpoints/{endpoint_id}', 'Get an inbound endpoint', {
    description: 'Returns one endpoint without its token and secret.',
  }).run(InboundEndpointId, InboundEndpoint, getEndpoint),

  update: write('PATCH /inbound-endpoints/{endpoint_id}', 'Update an inbound endpoint', {
    description:
      'Updates the given fields; null clears a field. Each change of the configuration creates a version. A change of the authentication mode creates the token or secret that it needs, which is only in this response.',
    errors: [...REFUSALS, 'conflict'],
    examples: { request: { status: 'paused' } },
  }).run(UpdateInboundEndpoint, InboundEndpointWithSecret, updateEndpoint),

  delete: write('DELETE /inbound-endpoints/{endpoint_id}', 'Delete an inbound endpoint', {
    description: 'Deletes an endpoint. Its URL returns 404 at once. The requests that it received stay in the log.',
    errors: ['precondition_failed'],
  }).run(InboundEndpointId, deleteEndpoint),

  rotate_token: write('POST /inbound-endpoints/{endpoint_id}/rotate-token', 'Rotate the token', {
    description:
      'Creates a new token for the URL. The token is only in this response. The previous token stays valid for `overlap_seconds`.',
    errors: ['invalid_state'],
    examples: { request: { overlap_seconds: 86_400 } },
  }).run(RotateEndpointToken, InboundEndpointWithSecret, rotateEndpointToken),

  rotate_secret: write('POST /inbound-endpoints/{endpoint_id}/rotate-secret', 'Rotate the secret', {
    description:
      'Creates a new secret, or sets the secret of the sender. The secret is only in this response. The previous secret stays valid for `overlap_seconds`.',
    errors: ['invalid_state', 'unprocessable'],
    examples: { request: { overlap_seconds: 86_400 } },
  }).run(RotateEndpointSecret, InboundEndpointWithSecret, rotateEndpointSecret),

  test: read('POST /inbound-endpoints/{endpoint_id}/test', 'Test an inbound endpoint', {
    description:
      'Returns, stage by stage, how an endpoint would process a sample or a received request, optionally with another mapping. Nothing is stored or sent.',
    idempotency: 'none',
    errors: REFUSALS,
    bodySchema: InboundTestBody,
  }).run(TestInboundEndpoint, InboundTest, testEndpoint),

  versions: router({
    list: read('GET /inbound-endpoints/{endpoint_id}/versions', 'List the versions of an inbound endpoint', {
      description: 'Lists the versions of the configuration of an endpoint, newest first.',
    }).run(ListEndpointVersions, pageOf(InboundEndpointVersion), listEndpointVersions),

    restore: write(
      'POST /inbound-endpoints/{endpoint_id}/versions/{version}/restore',
      'Restore a version of an inbound endpoint',
      {
        description: 'Restores the configuration of an earlier version as a new version.',
        errors: [...REFUSALS, 'conflict', 'grant_exceeds_caller'],
      },
    ).run(RestoreEndpointVersion, InboundEndpointWithSecret, restoreEndpointVersion),
  }),
});

export const inboundPresetsRouter = router({
  list: read('GET /inbound-presets', 'List presets', {
    description:
      'Lists the presets for known senders: how each sender authenticates, an example request, and a mapping to start from.',
  }).run(NoInput, InboundPresets, listPresets),
});
