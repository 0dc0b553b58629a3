import { TRANSCRIPTION_LIMITS } from '../../../shared/ai/transcriptions';
import { ApiError } from '../../errors';
import { type CallAccount, callWithin } from './call-within';
import type { GatewayContext } from './context';
import type { TokenUsage } from './form';
import { callOfForm, transcriptionsRoute } from './routes/transcriptions';

interface TranscriptionRequest {
  /** Id or alias. */
  model: string;
  file: { name: string; type: string; content: Blob };
  /** ISO 639-1. */
  language?: string;
  prompt?: string;
}

interface Transcript {
  /** The row in the ledger. */
  requestId: string;
  text: string;
  modelId: string;
  usage: TokenUsage;
}

/** Reserved and settled like a call of the API. Throws its errors. */
export async function transcribe(
  ctx: GatewayContext,
  { model, file, language, prompt }: TranscriptionRequest,
  account: CallAccount<Transcript> = {},
): Promise<Transcript> {
  const { name, type, content } = file;
  if (content.size > TRANSCRIPTION_LIMITS.fileBytes) {
    throw new ApiError('payload_too_large', `The file can have at most ${TRANSCRIPTION_LIMITS.fileBytes} bytes.`);
  }
  const call = callOfForm({
    fields: [
      ['model', model],
      ...(language === undefined ? [] : [['language', language] as [string, string]]),
      ...(prompt === undefined ? [] : [['prompt', prompt] as [string, string]]),
    ],
    file: { name, type, content: { size: content.size, read: () => chunksOf(content) } },
  });
  return callWithin(ctx, { route: transcriptionsRoute, call }, account, (answer) => {
    const text = answer.json?.['text'];
    if (typeof text !== 'string') throw new ApiError('unprocessable', 'The model did not answer with text.');
    const { requestId, modelId, usage } = answer;
    return { requestId, text, modelId, usage };
  });
}

async function* chunksOf(content: Blob): AsyncGenerator<Uint8Array> {
  yield* content.stream();
}
