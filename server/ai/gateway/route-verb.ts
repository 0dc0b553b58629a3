import type { RawAnswer } from '../../raw';
import type { AiContext } from '../context';
import type { GatewayRoute } from './route';
import { serveCall } from './serve';

/** The verb of a route of the gateway. */
export const verbOf =
  <Input>(route: GatewayRoute<Input>) =>
  async (ctx: AiContext, input: Input): Promise<RawAnswer> => {
    ctx.holdOpen?.(0);
    const call = await route.parse(ctx, input);
    const { answer, modelId } = await serveCall(ctx, route, call, {
      id: ctx.requestId,
      keyId: ctx.actor.type === 'key' ? ctx.actor.keyId : '',
      source: ctx.actor.type === 'key' ? 'api' : 'console',
      idempotencyKey: call.isStream ? null : ctx.idempotencyKey,
    });
    return { ...answer, headers: { ...answer.headers, 'X-Model-Used': headerText(modelId) } };
  };

/** Ids of models may have other characters than a header. */
const headerText = (id: string): string => id.replaceAll(/[^\x20-\x7e]/g, (one) => encodeURIComponent(one));
