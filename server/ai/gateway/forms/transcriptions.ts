import type { EndpointForm } from '../form';
import { changed, objectIn } from './members';
import { inputOutputTokens, withCost } from './openai-usage';
import { errorMember, openAiFailure } from './without-streams';

/** Bytes per token: recordings of speech have at least about 1,000 bytes a second, and models count about ten tokens. */
const AUDIO_BYTES_PER_TOKEN = 100;
const AUDIO_BYTES_PER_WORD_TOKEN = 250;

/** Bodies are the fields of the form, and `file` with `name` and `size`. */
export const transcriptionsForm: EndpointForm = {
  endpoint: 'audio_transcriptions',
  prepare: (body, { model }) => ({ ...body, model }),

  estimate(body) {
    const size = Number(objectIn(body, 'file')?.['size'] ?? 0);
    return {
      prompt: Math.ceil(size / AUDIO_BYTES_PER_TOKEN),
      completion: Math.ceil(size / AUDIO_BYTES_PER_WORD_TOKEN),
    };
  },

  usageIn: (data) => objectIn(data, 'usage'),
  tokensOf: inputOutputTokens,

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
