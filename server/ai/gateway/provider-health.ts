import { DAY_MS } from '../../../shared/durations';
import { scoped } from '../../db/scoped';
import { emit, type NewEvent } from '../../events/emit';
import type { AiProvider } from '../providers/provider';
import { forgetProviderFailure, recordProviderFailure, workspacesCalling } from '../system/provider-health';
import type { GatewayContext } from './context';

/** Once per change, over all processes. */
export function reportFailed(ctx: GatewayContext, provider: AiProvider, code: string): void {
  inBackground(ctx, async () => {
    const since = ctx.now();
    if (!(await recordProviderFailure(ctx.store, { providerSlug: provider.slug, errorCode: code, since }))) return;
    ctx.log.warn({ provider: provider.slug, code }, 'calls of ai provider fail');
    await emitEverywhere(ctx, provider, { type: 'ai.provider.failed', data: healthOf(provider, code, since) });
  });
}

/** Once per change, over all processes. */
export function reportRecovered(ctx: GatewayContext, provider: AiProvider): void {
  inBackground(ctx, async () => {
    const failure = await forgetProviderFailure(ctx.store, provider.slug);
    if (!failure) return;
    ctx.log.info({ provider: provider.slug }, 'calls of ai provider succeed again');
    await emitEverywhere(ctx, provider, {
      type: 'ai.provider.recovered',
      data: healthOf(provider, null, failure.since),
    });
  });
}

const healthOf = ({ slug, name }: AiProvider, code: string | null, since: Date) => ({
  id: slug,
  name,
  error_code: code,
  failing_since: since.toISOString(),
});

async function emitEverywhere(ctx: GatewayContext, { slug }: AiProvider, event: NewEvent): Promise<void> {
  const now = ctx.now().getTime();
  const days = [now - DAY_MS, now].map((time) => new Date(time).toISOString().slice(0, 10));
  const callers = new Set(await workspacesCalling(ctx.store, slug, days));
  // Its own call is not settled yet.
  callers.add(ctx.workspaceId);
  for (const workspaceId of callers) {
    await scoped(ctx.store, workspaceId).transaction((tx) => emit(ctx, tx, [event]));
  }
}

function inBackground(ctx: GatewayContext, work: () => Promise<void>): void {
  const logged = work().catch((error: unknown) => ctx.log.error({ err: error }, 'ai provider health not reported'));
  void ctx.gateway.track(logged);
}
