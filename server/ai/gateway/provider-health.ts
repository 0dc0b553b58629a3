import { DAY_MS } from '../../../shared/durations';
import { scoped } from '../../db/scoped';
import { emit, type NewEvent } from '../../events/emit';
import { utcDay } from '../../times';
import type { AiProvider } from '../providers/provider';
import {
  ALL_WORKSPACES,
  forgetProviderFailures,
  recordProviderFailure,
  workspacesCalling,
} from '../system/provider-health';
import type { GatewayContext } from './context';

/** Once per change, over all processes. */
export function reportFailed(
  ctx: GatewayContext,
  provider: AiProvider,
  { code, concernsAll }: { code: string; concernsAll: boolean },
): void {
  inBackground(ctx, async () => {
    const { slug } = provider;
    const since = ctx.now();
    const scope = concernsAll ? ALL_WORKSPACES : ctx.workspaceId;
    if (!(await recordProviderFailure(ctx.store, { providerSlug: slug, scope, errorCode: code, since }))) return;
    ctx.log.warn({ provider: slug, code, workspace: ctx.workspaceId, all: concernsAll }, 'calls of ai provider fail');
    const event: NewEvent = { type: 'ai.provider.failed', data: healthOf(provider, code, since) };
    await emitIn(ctx, concernsAll ? await callersOf(ctx, provider) : [ctx.workspaceId], event);
  });
}

export function reportRecovered(ctx: GatewayContext, provider: AiProvider): void {
  inBackground(ctx, async () => {
    const { slug } = provider;
    const failures = await forgetProviderFailures(ctx.store, slug, [ALL_WORKSPACES, ctx.workspaceId]);
    const [first] = failures.toSorted((a, b) => a.since.getTime() - b.since.getTime());
    if (!first) return;
    ctx.log.info({ provider: slug, workspace: ctx.workspaceId }, 'calls of ai provider succeed again');
    const event: NewEvent = { type: 'ai.provider.recovered', data: healthOf(provider, null, first.since) };
    const concernsAll = failures.some(({ scope }) => scope === ALL_WORKSPACES);
    await emitIn(ctx, concernsAll ? await callersOf(ctx, provider) : [ctx.workspaceId], event);
  });
}

const healthOf = ({ slug, name }: AiProvider, code: string | null, since: Date) => ({
  id: slug,
  name,
  error_code: code,
  failing_since: since.toISOString(),
});

async function callersOf(ctx: GatewayContext, { slug }: AiProvider): Promise<Iterable<string>> {
  const now = ctx.now().getTime();
  const days = [now - DAY_MS, now].map((time) => utcDay(new Date(time)));
  const callers = new Set(await workspacesCalling(ctx.store, slug, days));
  // Its own call is not settled yet.
  callers.add(ctx.workspaceId);
  return callers;
}

async function emitIn(ctx: GatewayContext, workspaceIds: Iterable<string>, event: NewEvent): Promise<void> {
  for (const workspaceId of workspaceIds) {
    await scoped(ctx.store, workspaceId).transaction((tx) => emit(ctx, tx, [event]));
  }
}

function inBackground(ctx: GatewayContext, work: () => Promise<void>): void {
  const logged = work().catch((error: unknown) => ctx.log.error({ err: error }, 'ai provider health not reported'));
  void ctx.gateway.track(logged);
}
