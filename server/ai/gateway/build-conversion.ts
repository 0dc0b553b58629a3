import type { Model } from '../../../shared/ai/models';
import { ApiError } from '../../errors';
import type { JsonObject } from '../../json-object';
import { base62Token } from '../../secrets/tokens';
import type { ConvertedCall } from './convert/answers/call';
import type { BodyRefusal, Converted } from './convert/fields';
import { CUT, type StreamConverter } from './convert/streams/converter';
import { badAnswer } from './failure';
import type { Conversion, StreamEvent } from './form';

const ID_LENGTH = 24;
const MAX_ISSUES = 20;

interface ConversionSteps {
  request(body: JsonObject, model: Model): Converted<object>;
  answer(answer: JsonObject, call: ConvertedCall): Converted<object>;
  stream(call: ConvertedCall, request: JsonObject): StreamConverter<object>;
  /** Streams of chat completions end with `[DONE]`, and their events have no names. */
  to: 'chat' | 'named';
}

/** A conversion for the gateway. What of a request cannot be converted is refused by its place. */
export function buildConversion(steps: ConversionSteps): Conversion {
  return {
    request(body, model) {
      const converted = steps.request(body, model);
      if (converted.ok) return { ...converted.value };
      throw cannotConvert(converted.refused, model);
    },
    answer(answer, request) {
      const converted = steps.answer(answer, callOf(request));
      if (converted.ok) return { ...converted.value };
      throw badAnswer(converted.refused[0]?.reason ?? 'The answer of the provider cannot be converted.');
    },
    stream(request) {
      const converter = steps.stream(callOf(request), request);
      const written = (events: readonly object[]): StreamEvent[] => {
        if (converter.status() === 'failed') throw badAnswer(CUT.message);
        return events.map((event) => ({
          event: nameOf(event, steps.to),
          data: JSON.stringify(event),
          json: { ...event },
        }));
      };
      return {
        push: ({ json }) => (json === undefined ? [] : written(converter.push(json))),
        end: () => [...written(converter.end()), ...(steps.to === 'chat' ? [DONE] : [])],
      };
    },
  };
}

const DONE: StreamEvent = { event: null, data: '[DONE]', json: undefined };

const nameOf = (event: object, to: ConversionSteps['to']): string | null =>
  to === 'named' && 'type' in event ? String(event.type) : null;

const callOf = (request: JsonObject): ConvertedCall => ({
  id: base62Token(ID_LENGTH),
  model: String(request['model']),
  created: Math.floor(Date.now() / 1000),
  request,
});

function cannotConvert(refused: readonly BodyRefusal[], { provider }: Model): ApiError {
  const [first] = refused;
  const place = first === undefined || first.pointer === '' ? 'The request' : `\`${first.pointer.slice(1)}\``;
  return new ApiError('validation_failed', {
    detail: `${place} cannot be converted for the provider ${provider.name}: ${first?.reason ?? ''}`,
    errors: refused.slice(0, MAX_ISSUES).map(({ pointer, reason }) => ({
      in: 'body',
      pointer,
      code: 'unsupported',
      message: reason,
    })),
  });
}
