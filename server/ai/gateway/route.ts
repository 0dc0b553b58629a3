import type { Model } from '../../../shared/ai/models';
import type { JsonObject } from '../../json-object';
import { sha256Hex } from '../../secrets/tokens';
import type { AiContext } from '../context';
import { upstreamIdOf } from '../models/upstream-id';
import type { Conversion, EncodedRequest, EndpointForm } from './form';

/** Without `conversion` the route has the same form. */
export interface Way {
  form: EndpointForm;
  conversion?: Conversion;
}

export interface ModelCall {
  models: readonly string[];
  isStream: boolean;
  wantsUsage: boolean;
  estimate: ReturnType<EndpointForm['estimate']>;
  /** Undefined if the body was consumed, so that no other provider can be tried. */
  encode(way: Way, model: Model): EncodedRequest | undefined;
  /** The request in the form of the route. */
  json: JsonObject;
  /** Once no provider can be asked any more. */
  release?(): Promise<void>;
}

/** Only says what a request means: the gateway reserves, meters and settles, so that no route can omit it. */
export interface GatewayRoute<in Input> {
  /** Its own endpoint and form; errors and streams have this form whatever the provider speaks. */
  form: EndpointForm;
  ways: readonly Way[];
  parse(
    ctx: Pick<AiContext, 'config' | 'gateway' | 'passedHeaders' | 'signal' | 'upload' | 'workspaceId'>,
    input: Input,
  ): ModelCall | Promise<ModelCall>;
  /** Answers that are not JSON pass unchanged. */
  passesText?: true;
  isFree?: true;
}

interface JsonRequest {
  model: string;
  /** Tried in this order after `model`. */
  models?: string[] | null | undefined;
  stream?: boolean | null | undefined;
  stream_options?: { include_usage?: boolean | null | undefined } | null | undefined;
}

interface JsonRouteOptions {
  form: EndpointForm;
  /** Completes requests and answers of providers that speak the form itself. */
  own?: Conversion;
  /** Endpoints that the route is converted to, for providers that do not speak its own. */
  through?: readonly Required<Way>[];
  /** Streams of the form always contain the tokens. */
  alwaysWantsUsage?: true;
  isFree?: true;
}

export function jsonRoute<Input extends JsonRequest>(options: JsonRouteOptions): GatewayRoute<Input> {
  const { form, own, through = [], alwaysWantsUsage = false, isFree } = options;
  return {
    form,
    ways: [{ form, ...(own ? { conversion: own } : {}) }, ...through],
    ...(isFree ? { isFree } : {}),
    parse(ctx, input) {
      const { models, ...json } = input;
      const isStream = input.stream === true;
      const pseudonym = (user: string): string => sha256Hex(`${ctx.workspaceId}:${user}`).slice(0, 32);
      return {
        models: [input.model, ...(models ?? [])],
        isStream,
        wantsUsage: alwaysWantsUsage || input.stream_options?.include_usage === true,
        estimate: form.estimate(json),
        json,
        encode(way, model) {
          const converted = way.conversion ? way.conversion.request(json, model) : json;
          const prepared = way.form.prepare(converted, { model: upstreamIdOf(model), isStream, pseudonym });
          // Names of beta features mean nothing in another form.
          const headers = way.form === form ? (ctx.passedHeaders ?? {}) : {};
          return { json: prepared, body: JSON.stringify(prepared), contentType: 'application/json', headers };
        },
      };
    },
  };
}
