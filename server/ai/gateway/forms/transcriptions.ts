import type { JsonObject } from '../../../json-object';
import type { EndpointForm } from '../form';
import { changed, objectIn } from './members';
import { definedTokens, inputOutputTokens, withCost } from './openai-usage';
import { errorMember, openAiFailure } from './without-streams';

/** Bytes per token: recordings of speech have at least about 1,000 bytes a second, and models count about ten tokens. */
const AUDIO_BYTES_PER_TOKEN = 100;
const AUDIO_BYTES_PER_WORD_TOKEN = 250;
/** Of voice notes; recordings without compression have many more. */
const AUDIO_BYTES_PER_SECOND = 2000;
const WAV_BYTES_PER_SECOND = 16_000;
/** Far longer than any recording, and so short that sums stay exact. */
const MAX_SECONDS = 1e6;

/** Bodies are the fields of the form, and `file` with `name` and `size`. */
export const transcriptionsForm: EndpointForm = {
  endpoint: 'audio_transcriptions',
  prepare: (body, { model }) => ({ ...body, model }),

  estimate(body) {
    const file = objectIn(body, 'file');
    const size = Number(file?.['size'] ?? 0);
    const isWav = /\.wave?$/i.test(String(file?.['name']));
    return {
      audioSeconds: size / (isWav ? WAV_BYTES_PER_SECOND : AUDIO_BYTES_PER_SECOND),
      prompt: Math.ceil(size / AUDIO_BYTES_PER_TOKEN),
      completion: Math.ceil(size / AUDIO_BYTES_PER_WORD_TOKEN),
    };
  },

  usageIn(data) {
    const usage = objectIn(data, 'usage');
    const seconds = secondsIn(data, 'duration');
    return seconds === undefined ? usage : { seconds, ...usage };
  },

  tokensOf: (usage) => definedTokens({ ...inputOutputTokens(usage), audioSeconds: secondsIn(usage, 'seconds') }),

  generatedBytes({ type, text, delta }) {
    // The last event of a stream repeats the text of the others.
    const said = type === 'transcript.text.done' ? undefined : (delta ?? text);
    return typeof said === 'string' ? Buffer.byteLength(said) : 0;
  },

  failureOf: ({ json }) => errorMember(json),
  isEnd: ({ json }) => json?.['type'] === 'transcript.text.done',

  withUsage: (answer, usage) => ({ ...answer, usage: withCost({}, objectIn(answer, 'usage'), usage) }),

  deliver(event, usage) {
    const { json } = event;
    if (json?.['type'] !== 'transcript.text.done') return 'unchanged';
    return changed(event, transcriptionsForm.withUsage(json, usage.finalReport));
  },

  failure: (error) => ({ event: null, data: JSON.stringify({ type: 'error', error: openAiFailure(error) }) }),
};

function secondsIn(data: JsonObject, name: string): number | undefined {
  const value = Number(data[name] ?? Number.NaN);
  return value >= 0 && value <= MAX_SECONDS ? value : undefined;
}
