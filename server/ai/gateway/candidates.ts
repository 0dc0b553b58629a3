import { ApiError } from '../../errors';
import type { CallCandidate } from './attempt';
import type { GatewayContext } from './context';
import type { GatewayRoute } from './route';

const MAX_CANDIDATES = 10;

/** Throws 404 if no model with one of the names may be used, and 422 if none of them has the endpoint. */
export async function candidatesOf(
  ctx: GatewayContext,
  route: Pick<GatewayRoute<never>, 'form' | 'ways'>,
  names: readonly string[],
): Promise<[CallCandidate, ...CallCandidate[]]> {
  await ctx.models.catalogue.firstFetch();
  const { view } = await ctx.models.viewFor(ctx.workspaceId);
  const models = new Map(names.flatMap((name) => view.candidates(name)).map((model) => [model.id, model]));
  if (models.size === 0) {
    throw new ApiError('not_found', {
      detail: `The model ${quoted(names[0] ?? '')} does not exist in this workspace. \`GET /api/v1/models\` lists the models.`,
      errors: [{ in: 'body', pointer: '/model', code: 'not_found', message: 'Must be a model of this workspace.' }],
    });
  }
  const candidates = [...models.values()].slice(0, MAX_CANDIDATES).flatMap((model): CallCandidate[] => {
    const target = ctx.models.catalogue.target(model);
    const way = route.ways.find(({ form }) => target?.endpoints.includes(form.endpoint));
    return target && way ? [{ model, ...target, way }] : [];
  });
  const [first, ...others] = candidates;
  if (first) return [first, ...others];
  throw new ApiError('unprocessable', {
    detail: `The provider of ${quoted(names[0] ?? '')} does not offer this endpoint.`,
    errors: [{ in: 'body', pointer: '/model', code: 'unsupported', message: 'Must be a model with this endpoint.' }],
  });
}

const quoted = (name: string): string => `\`${name.slice(0, 100).toWellFormed()}\``;
