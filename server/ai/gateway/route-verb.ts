import { LIMITS } from '../../../shared/limits';
import type { RawAnswer } from '../../raw';
import type { AiContext } from '../context';
import type { GatewayRoute, ModelCall } from './route';
import { serveCall } from './serve';

export const verbOf =
  <Input>(route: GatewayRoute<Input>) =>
  async (ctx: AiContext, input: Input): Promise<RawAnswer> => {
    ctx.holdOpen?.(0);
    let opened: ModelCall | undefined;
    const release = async (): Promise<void> => {
      ctx.holdOpen?.(LIMITS.idleSeconds);
      await opened?.release?.();
    };
    try {
      const call = await route.parse(ctx, input);
      opened = call;
      const { answer, modelId, result } = await serveCall(ctx, route, call, {
        id: ctx.requestId,
        keyId: ctx.actor.type === 'key' ? ctx.actor.keyId : '',
        source: ctx.actor.type === 'key' ? 'api' : 'console',
        idempotencyKey: call.isStream ? null : ctx.idempotencyKey,
      });
      // A provider may answer before it has read the whole request.
      void ctx.gateway.track(result.then(release, release));
      return { ...answer, headers: { ...answer.headers, 'X-Model-Used': headerText(modelId) } };
    } catch (error) {
      await release();
      throw error;
    }
  };

/** Ids of models may contain characters that a header cannot. */
const headerText = (id: string): string => id.replaceAll(/[^\x20-\x7e]/g, (one) => encodeURIComponent(one));
