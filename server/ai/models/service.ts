import type { Model, ModelList, ModelQuery } from '../../../shared/ai/models';
import type { Page } from '../../../shared/page';
import { andThen, type Awaitable } from '../../awaitable';
import { ApiError } from '../../errors';
import { openPage } from '../../paging';
import { sha256Hex } from '../../secrets/tokens';
import type { AiContext } from '../context';
import type { CachedView } from './models';
import { select } from './select';
import type { View } from './view';

/** Large answers are cached only without parameters, since callers can invent any number of those. */
const MAX_ANSWERS = 20;
const MAX_SHAPED_LENGTH = 256 * 1024;

const PLAIN = JSON.stringify({ sort: 'id' } satisfies ModelQuery);

interface Prepared<T> {
  value: T;
  json: string;
  etag: string;
  headers: Record<string, string>;
}

/** Waits at most 2.5 s, and only for providers that have never answered. */
export const listModels = (ctx: AiContext, query: ModelQuery): Awaitable<ModelList> =>
  andThen(currentView(ctx), (cached) => answerList(ctx, cached, query));

/** Accepts an id, an alias, or an upstream id that only one provider has. */
export const getModel = (ctx: AiContext, id: string): Awaitable<Model> =>
  andThen(currentView(ctx), (cached) => answerModel(ctx, cached, id));

const currentView = ({ models, workspaceId }: AiContext): Awaitable<CachedView> =>
  andThen(models.catalogue.firstFetch(), () => models.viewFor(workspaceId));

function answerModel(ctx: AiContext, { view, answers }: CachedView, id: string): Model {
  const model = view.resolve(id);
  if (!model) {
    requireListing(view);
    throw new ApiError('not_found', 'The model does not exist in this workspace.');
  }
  return reply(
    ctx,
    cachedAnswer(answers, `id:${model.id}`, false, () => prepare(model, [])),
  );
}

function answerList(ctx: AiContext, { view, answers }: CachedView, query: ModelQuery): ModelList {
  requireListing(view);
  const name = JSON.stringify(query);
  const answer = cachedAnswer(answers, name, name === PLAIN, () => {
    const { models, warnings, partial } = select(view, query);
    const page = pageOf(ctx.workspaceId, models, query);
    const value: ModelList = {
      object: 'list',
      data: page.data,
      first_id: page.data[0]?.id ?? null,
      last_id: page.data.at(-1)?.id ?? null,
      total_count: models.length,
      has_more: page.has_more,
      next_cursor: page.next_cursor,
      warnings: [...warnings],
    };
    return prepare(value, partial);
  });
  return reply(ctx, answer);
}

/** Before or after a model that is not in the list, the page is empty. */
function pageOf(workspaceId: string, models: readonly Model[], query: ModelQuery): Page<Model> {
  const { after_id: afterId, before_id: beforeId, cursor, limit = models.length } = query;
  const indexOf = (id: string): number => models.findIndex((model) => model.id === id);
  const first = afterId === undefined ? 0 : indexOf(afterId) + 1 || models.length;
  const within = models.slice(first, beforeId === undefined ? models.length : Math.max(0, indexOf(beforeId)));
  if (beforeId !== undefined && afterId === undefined && cursor === undefined) {
    return { data: within.slice(-limit), has_more: within.length > limit, next_cursor: null };
  }
  const page = openPage(workspaceId, 'models', { ...query, limit });
  const { after } = page;
  const start = after === undefined ? 0 : within.findIndex((model) => model.id === after) + 1;
  if (after !== undefined && start === 0)
    throw new ApiError('invalid_cursor', 'The list has changed. Request the first page again.');
  return page.cut(within.slice(start), 'id');
}

function requireListing(view: View): void {
  if (!view.unavailable) return;
  throw new ApiError('unavailable', {
    detail: 'No provider can be reached, and no earlier list of models is stored.',
    headers: { 'Retry-After': '30' },
  });
}

function cachedAnswer<T>(
  answers: Map<string, unknown>,
  name: string,
  isPlain: boolean,
  make: () => Prepared<T>,
): Prepared<T> {
  const found = answers.get(name) as Prepared<T> | undefined;
  if (found) return found;
  if (answers.size >= MAX_ANSWERS) answers.clear();
  const made = make();
  if (isPlain || made.json.length <= MAX_SHAPED_LENGTH) answers.set(name, made);
  return made;
}

function prepare<T>(value: T, partial: readonly string[]): Prepared<T> {
  const json = JSON.stringify(value);
  const headers: Record<string, string> = { 'Cache-Control': 'private, max-age=60, stale-while-revalidate=300' };
  if (partial.length > 0) headers['X-Models-Partial'] = partial.join(',');
  return { value, json, etag: `"${sha256Hex(json).slice(0, 32)}"`, headers };
}

function reply<T>(ctx: AiContext, { value, json, etag, headers }: Prepared<T>): T {
  Object.assign(ctx.reply, { json, etag, headers });
  return value;
}
